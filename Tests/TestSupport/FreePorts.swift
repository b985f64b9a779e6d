import Foundation

/// Finds ports of this machine that nobody uses.
///
/// A server may take seconds until it has them, or be started again. Nobody who is given just any port gets one of these
/// meanwhile: systems take those from 32,768 on.
func freePorts(_ count: Int) throws -> [UInt16] {
    let ports = (20_000..<30_000).shuffled().lazy.filter(isFree).prefix(count)
    guard ports.count == count else { throw Peer.Failure(description: "there are no free ports") }
    return Array(ports)
}

private func isFree(_ port: UInt16) -> Bool {
    #if canImport(Darwin)
    let socket = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}
