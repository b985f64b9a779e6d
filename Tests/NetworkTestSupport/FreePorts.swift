import LoopbackServer

/// Finds free ports of this machine, outside the range from which the system assigns ports.
///
/// So they stay free while a server takes seconds to start, or is started again.
func freePorts(_ count: Int) throws -> [UInt16] {
    let servers = (0..<count).map { _ in LoopbackServer() }
    defer { for server in servers { server.stop() } }
    return try servers.map { try $0.start() }
}
