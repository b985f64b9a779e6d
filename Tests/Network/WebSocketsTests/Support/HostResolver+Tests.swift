import Foundation
import LoopbackServer
import Sockets

@testable import WebSockets

extension HostResolver {
    /// A resolver for which every name has these addresses.
    static func fixed(_ addresses: [SocketAddress]) -> HostResolver {
        HostResolver(
            threadLimit: 1, waitLimit: 1,
            startThread: { body in
                body()
                return 0
            }, find: { _ in .success(addresses) })
    }
}

/// A port of this machine where connections are neither accepted nor refused.
// Sound: it is not changed.
final class SilentPort: @unchecked Sendable {
    private let descriptor: SocketDescriptor
    /// The clients that fill the backlog of the system.
    private let others: [StreamTask<TCPStream>]
    let address: SocketAddress

    init() async throws {
        descriptor = try SocketDescriptor(family: AF_INET)
        let port = try descriptor.listen(onLoopbackPort: 0, backlog: 0)
        address = SocketAddress.known("127.0.0.1", port: port)![0]
        others = await TCPStreamTests.fillBacklog(of: port)
    }

    deinit { descriptor.dispose() }
}
