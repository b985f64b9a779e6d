import Sockets
import Synchronization

/// Starts a STOMP session on a connection: sends `CONNECT`, and waits for the server's answer.
///
/// Source: STOMP 1.2, "Connecting".
final class Handshake: SocketSession {
    private struct Target { weak var session: StompSession? }

    private let limits: FrameLimits
    private let target = Mutex(Target())

    init(_ limits: FrameLimits) { self.limits = limits }

    /// Sets the session. It is held weakly, because the session owns this handshake through its client.
    func attach(_ session: StompSession) { target.withLock { $0.session = session } }

    func start(on connection: SessionConnection, subprotocol: String?) async throws {
        guard let session = target.withLock({ $0.session }) else { throw CancellationError() }
        let frame = try await session.connectFrame()
        do {
            try await connection.send(frame.message())
        } catch let error as FrameError {
            throw AuthenticationError("\(error)")  // Another attempt with the same credentials would fail as well.
        }
        var decoder = FrameDecoder(limits: limits)
        while true {
            decoder.append(try await connection.receive().bytes)
            while let element = try decoder.next() {
                guard let frame = element.readableFrame else { continue }
                switch try ServerFrame(frame) {
                case .connected(let answer): return await session.begin(on: connection, decoder, answer.heartBeat)
                case .error(let failure): throw AuthenticationError(failure.description)
                case .message, .receipt: throw StompError.refused("a frame before CONNECTED")
                }
            }
        }
    }
}
