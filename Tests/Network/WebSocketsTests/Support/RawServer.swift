import Foundation
import LoopbackServer
import Sockets

@testable import WebSockets

/// A listener; a test takes its connections one after the other.
// Sound: the listener is used on the queue only, everything else is shared by sound means.
final class RawServer: @unchecked Sendable {
    private let queue = DispatchQueue(label: "raw server")
    private var listener: Listener?
    private let connections: AsyncStream<SocketDescriptor>
    private let accepted: AsyncStream<SocketDescriptor>.Continuation
    let port: UInt16

    init() throws {
        let (connections, continuation) = AsyncStream.makeStream(of: SocketDescriptor.self)
        (self.connections, accepted) = (connections, continuation)
        let queue = queue
        let listener = try queue.sync { try Listener(queue: queue) { continuation.yield($0) } }
        (self.listener, port) = (listener, listener.port)
    }

    deinit {
        accepted.finish()
        Task { [connections] in for await descriptor in connections { descriptor.dispose() } }
    }

    /// Waits for a client to connect, until the test's time limit.
    func accept() async throws -> StreamTask<TCPStream> {
        var iterator = connections.makeAsyncIterator()
        guard let descriptor = await iterator.next() else { throw CancellationError() }
        return StreamTask { TCPStream(adopting: descriptor, queue: $0) }
    }

    func acceptWebSocket() async throws -> StreamTask<TCPStream> {
        let (stream, request) = try await acceptRequest()
        try await stream.write(request.acceptance())
        return stream
    }

    func acceptRequest() async throws -> (StreamTask<TCPStream>, ServerHandshake.Request) {
        let stream = try await accept()
        var handshake = ServerHandshake()
        while true {
            // One by one, so that nothing is read of what follows.
            let bytes = try await stream.read(1)
            let request = try bytes.withUnsafeBytes { bytes in
                var rest = bytes
                return try handshake.request(from: &rest)
            }
            if let request { return (stream, request) }
        }
    }

    /// Listens no longer, so that every connection is refused.
    func stop() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                listener?.close()
                listener = nil
                continuation.resume()
            }
        }
    }
}

extension HostResolver {
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
