import NetworkTestSupport
import TestSupport
import Testing

@testable import Sockets

/// A peer that closes the connection while a session is being started, which then fails as well.
@Suite(.timeLimit(.minutes(10))) struct `A session that fails at the end of its connection` {
    /// Reads up to the end, and fails then.
    private struct LastWord: SocketSession {
        let error: any Error

        func start(on connection: SessionConnection, subprotocol: String?) async throws {
            while (try? await connection.receive()) != nil {}
            throw error
        }
    }

    private struct Strange: Error {}

    struct Failure: Sendable, CustomTestStringConvertible {
        let error: any Error
        let ending: TransportEvent.Ending
        let failure: SocketError

        var testDescription: String { "\(error) and \(ending)" }
    }

    private static func closed(_ code: CloseCode, _ reason: String) -> TransportEvent.Ending {
        TransportEvent.Ending(code: code, reason: reason)
    }

    private static let refusal = AuthenticationError("Bad CONNECT")
    private static let forbidden = SocketError.closed(code: .forbidden, reason: "no")

    @Test(arguments: [
        Failure(error: refusal, ending: closed(.normal, ""), failure: .unauthenticated("Bad CONNECT")),
        Failure(
            error: refusal, ending: closed(.policyViolation, "locked out"),
            failure: .unauthenticated("Bad CONNECT", cause: .closed(code: .policyViolation, reason: "locked out"))),
        Failure(
            error: refusal, ending: closed(.forbidden, "no"),
            failure: .unauthenticated("Bad CONNECT", cause: forbidden)),
        Failure(
            error: refusal, ending: closed(.tryAgainLater, "later"),
            failure: .closed(code: .tryAgainLater, reason: "later")),
        Failure(
            error: Strange(), ending: closed(.protocolError, "which?"),
            failure: .noSession("Strange() (closed by the peer with code 1002: which?)")),
        Failure(
            error: Strange(), ending: .abnormal(.connectionLost("reset")),
            failure: .noSession("Strange() (connection lost: reset)")),
        Failure(
            error: Strange(), ending: closed(.forbidden, "no"),
            failure: .unauthenticated("no (closed by the peer with code 3003)", cause: forbidden)),
        Failure(
            error: SocketError.notConnected, ending: closed(.policyViolation, "no"),
            failure: .closed(code: .policyViolation, reason: "no")),
        Failure(
            error: SocketError.notConnected,
            ending: TransportEvent.Ending(code: .policyViolation, reason: "no", error: .connectionLost("reset")),
            failure: .closed(code: .policyViolation, reason: "no")),
        Failure(
            error: SocketError.notConnected,
            ending: TransportEvent.Ending(code: .noStatus, error: .connectionLost("reset")),
            failure: .transport(.connectionLost("reset"))),
    ])
    func `passes on what both say`(failure: Failure) async throws {
        let fixture = ClientFixture(session: LastWord(error: failure.error))
        let transport = await fixture.opening()
        transport.emit(.ended(failure.ending))
        let status = try await fixture.client.wait { $0.failure != nil }
        #expect(status.failure == failure.failure)
    }

    @Test func `is shown on one line, and not at any length`() async throws {
        let words = String(repeating: "no\n", count: 1_000_000)
        for error in [AuthenticationError(words) as any Error, SocketError.noSession(words)] {
            let fixture = ClientFixture(session: LastWord(error: error))
            let transport = await fixture.opening()
            transport.emit(.ended(.abnormal(.connectionLost(""))))
            let failure = try await fixture.client.wait { $0.failure != nil }.failure
            let text = try #require(failure.map { "\($0)" })
            #expect(text.contains("no no no"))
            #expect(text.utf8.count < 5_000)
        }
    }
}
