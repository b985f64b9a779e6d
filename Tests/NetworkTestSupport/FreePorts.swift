import LoopbackServer

/// Finds ports of this machine that nobody uses, and that nobody is given to whom any port will do.
///
/// A server may take seconds until it has them, or be started again.
func freePorts(_ count: Int) throws -> [UInt16] {
    let servers = (0..<count).map { _ in LoopbackServer() }
    defer { for server in servers { server.stop() } }
    return try servers.map { try $0.start() }
}
