import AsyncPrimitives
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

    /// Sets the session. The reference is weak, because the session retains this handshake through its client.
    func attach(_ session: StompSession) { target.withLock { $0.session = session } }

    /// The headers of the WebSocket request, with the newest credentials at each attempt.
    func headers() async throws -> [HeaderField] {
        guard let session = target.withLock({ $0.session }) else { throw CancellationError() }
        return try await session.handshakeHeaders()
    }

    func start(on connection: SessionConnection, subprotocol: String?) async throws {
        do {
            try await start(on: connection)
        } catch let error as FrameError {
            throw SocketError.incompatible("\(error)")
        }
    }

    /// - Throws: A `FrameError` for a server that does not speak STOMP 1.2.
    private func start(on connection: SessionConnection) async throws {
        guard let session = target.withLock({ $0.session }) else { throw CancellationError() }
        // A server may refuse and close before this is sent. Then its refusal counts, not the failure to send.
        connection.send(try await session.connectMessage()) { _ in }
        var decoder = FrameDecoder(limits: limits)
        while true {
            decoder.append(try await connection.receive().bytes)
            while let element = try decoder.next() {
                guard let frame = element.readableFrame else { continue }
                switch try ServerFrame(frame) {
                case .connected(let heartBeat): return await session.begin(on: connection, decoder, heartBeat)
                case .error(let failure):
                    // Wrong credentials are not the reason, and another server of the cluster may speak 1.2.
                    if let error = failure.versionError { throw error }
                    await waitForEnd(of: connection, in: session)
                    throw AuthenticationError(failure.description)
                case .message, .receipt: throw SocketError.incompatible("a frame before CONNECTED")
                }
            }
        }
    }

    /// Waits until the server has closed the connection after an `ERROR`, but not for long: some servers never do.
    ///
    /// The close code may mean that the server refuses all clients for now. Then the client must not count the
    /// credentials as refused.
    private func waitForEnd(of connection: SessionConnection, in session: StompSession) async {
        // The refusal must be reported before `connectTimeout` ends the attempt.
        let end = session.clock.now + min(.milliseconds(500), session.configuration.socket.connectTimeout / 4)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { while (try? await connection.receive()) != nil {} }
            group.addTask { [clock = session.clock] in try? await clock.sleep(until: end) }
            await group.next()
            group.cancelAll()
        }
    }
}
