import LoopbackServer
import Synchronization
import TestSupport

/// Finds free ports of this machine for servers that take seconds to start, or are started again.
///
/// Until then nothing else takes them. They lie below those that the system assigns, which begin at 32,768, and below
/// those of a `LoopbackServer`, and this process gets each of them once. Throws when there are fewer.
func freePorts(_ count: Int) throws -> [UInt16] {
    let range: Range<UInt16> = 10_000..<20_000
    return try givenPorts.withLock { given in
        var ports: [UInt16] = []
        for port in range.shuffled() where ports.count < count && !given.contains(port) && isFree(port) {
            ports.append(port)
        }
        guard ports.count == count else { throw Peer.Failure(description: "there are no \(count) free ports") }
        given.formUnion(ports)
        return ports
    }
}

private let givenPorts = Mutex<Set<UInt16>>([])

private func isFree(_ port: UInt16) -> Bool {
    let server = LoopbackServer(port: port)
    defer { server.stop() }
    return (try? server.start()) != nil
}
