import AsyncPrimitives
import Messaging
import NetworkTestSupport
import STOMP
import Sockets
import Synchronization
import TestSupport
import Testing

/// Tokens that a server does not want, in all the ways in which it can say so.
@Suite(.timeLimit(.minutes(60))) struct `A token that is refused` {
    enum Refusal: Hashable, Sendable, CustomTestStringConvertible {
        case status(Int)
        case close(UInt16, String = "")
        case error(String)
        /// A receipt or a message of the server, which is none for a client without a session.
        case frame(String)
        case untrusted(String)

        var testDescription: String { "\(self)" }

        var events: [TransportEvent] {
            switch self {
            case .status(let status): [.refused(status: status, headers: [])]
            case .close(let code, let reason):
                [.ended(code: CloseCode(rawValue: code), reason: reason)]
            case .error(let words):
                [.text("ERROR\nmessage:\(words)\n\n\0"), .ended(code: .normal)]
            case .frame(let text): [.text(text)]
            case .untrusted(let problem): [.abnormal(.untrusted(problem))]
            }
        }

        /// The answer to a request for a connection.
        var greeting: [TransportEvent] {
            switch self {
            case .status, .untrusted: events
            case .close, .error, .frame: [.opened(subprotocol: "v12.stomp")] + events
            }
        }
    }

    private let broker = ScriptedBroker()

    /// Lets the server refuse the token 1, and accept others.
    private func refuse(with refusal: Refusal) {
        broker.greet { request in
            request.headers.contains { $0.value == "Bearer 1" } ? refusal.greeting : nil
        }
    }

    /// The tokens that the server has seen, in order.
    private var tokens: [String] {
        get async {
            var tokens: [String] = []
            for number in 1..<(broker.network.count + 1) {
                let headers = await broker.network.transport(number).request?.headers
                tokens.append(headers?.value(of: "Authorization") ?? "none")
            }
            return tokens
        }
    }

    private let clock = ManualClock()

    private func coordinator(
        _ store: any TokenStore, passcode place: StompSession.PasscodePlace = .handshake(),
        configure: (inout SessionCoordinator.Configuration) -> Void = { _ in }
    ) -> SessionCoordinator {
        var configuration = SessionCoordinator.Configuration()
        configure(&configuration)
        return SessionCoordinator(store: store, configuration: configuration, clock: clock) { [clock, broker] user in
            broker.messaging(of: user, on: clock) { $0.passcodePlace = place }
        }
    }

    @Test(
        arguments: [
            (.status(401), "refused with status 401"), (.error("Bad CONNECT"), "Bad CONNECT"),
            (.close(3000), "closed by the peer with code 3000"), (.close(3000, "token revoked"), "token revoked"),
            (.close(3003), "closed by the peer with code 3003"), (.close(4401), "closed by the peer with code 4401"),
            (.close(4401, "token expired"), "closed by the peer with code 4401: token expired"),
        ] as [(Refusal, String)], [false, true])
    func `is replaced by a new one, and not shown again`(refusal: (how: Refusal, words: String), isLate: Bool)
        async throws
    {
        // During a session, an ERROR is about a frame, and there is no status.
        if isLate { guard case .close = refusal.how else { return } }
        let asked = Mutex<[String]>([])
        let failures = Mutex<[SocketError]>([])
        let store = InMemoryTokenStore(.ada("1")) { token in
            asked.withLock { $0.append(token.secret) }
            return .ada("2")
        }
        if !isLate { refuse(with: refusal.how) }
        let coordinator = coordinator(store) {
            $0.refusalKind = { failure in
                failures.withLock { $0.append(failure) }
                return nil
            }
        }
        await coordinator.start()
        if isLate {
            try await coordinator.wait(for: .connected)
            for event in refusal.how.events { await broker.network.transport(1).emit(event) }
        }
        _ = await broker.network.transport(2)
        try await coordinator.wait(for: .connected)
        #expect(await tokens == ["Bearer 1", "Bearer 2"])
        #expect(asked.withLock { $0 } == ["1"])
        // The client says more in other versions of the words.
        let words = failures.withLock { $0.map { "\($0)" } }
        #expect(words.count == 1)
        #expect(words.first?.contains(refusal.words) == true)
        await coordinator.stop()
    }

    private static let others: [Refusal] = [
        .status(403), .status(503), .close(1008, "policy"), .close(4403), .close(1011), .untrusted("expired"),
        .frame("RECEIPT\nreceipt-id:1\n\n\0"),
    ]

    @Test(arguments: others)
    func `in no way that is known for that is shown again, and the store is not asked`(refusal: Refusal) async throws {
        refuse(with: refusal)
        let store = InMemoryTokenStore(.ada("1")) { _ in .ada("2") }
        let coordinator = coordinator(store)
        await coordinator.start()
        let session = try #require(await coordinator.waitForSession())
        await yieldWhile("the client has not tried four times") {
            // At other times, it could run ahead until an attempt times out.
            if session.status.wait != nil || coordinator.phase == .waiting { clock.advance(by: .seconds(1)) }
            return broker.network.count < 4
        }
        #expect([.connecting, .waiting].contains(coordinator.phase))
        #expect(Set(await tokens) == ["Bearer 1"])
        await coordinator.stop()
    }

    @Test(
        arguments: [
            (.status(401), "status 401"), (.status(403), "status 403"), (.error("Bad CONNECT"), "Bad CONNECT"),
            (.close(3000, "token revoked"), "token revoked"), (.close(4401, "token revoked"), "token revoked"),
            (.close(1008, "no such user"), "no such user"), (.untrusted("expired"), "expired"),
        ] as [(Refusal, String)], TokenGate.RefusalKind.allCases)
    func `says why until there is a connection, whatever comes before that`(
        refusal: (how: Refusal, words: String), kind: TokenGate.RefusalKind
    ) async throws {
        refuse(with: refusal.how)
        let store = InMemoryTokenStore(.ada("1"))
        let coordinator = coordinator(store) { $0.refusalKind = { _ in kind } }
        await coordinator.start()
        let session = try #require(try await coordinator.waitForSession())
        func expectWords(_ situation: String) {
            let failure = session.status.failure.map { "\($0)" } ?? "no failure"
            #expect(failure.contains(refusal.words), "\(situation)")
        }
        try await coordinator.wait(for: kind == .credentials ? .refused : .waiting)
        expectWords("disconnected")
        await coordinator.networkIsGone()
        await coordinator.suspend()  // It waits for the end of both.
        expectWords("without a network, in the background")
        broker.become(.silent)
        await coordinator.networkIsBack()
        await coordinator.resume()
        if kind != .credentials { try await session.wait(for: .connecting) }
        expectWords("connecting again")
        broker.become(.reachable)
        store.replace(with: .ada("2"))
        try await coordinator.wait(for: .connected)
        #expect(session.status.failure == nil)
        await coordinator.stop()
    }

    @Test(
        arguments: ["a\nb", "a\rb", "a\0b"],
        [StompSession.PasscodePlace.handshake(), .passcode, .header("token")])
    func `as it cannot be sent is not tried again, and the user has to log in`(
        secret: String, place: StompSession.PasscodePlace
    ) async throws {
        // Of these, CONNECT can hold neither, as it has no escapes.
        let store = InMemoryTokenStore(.ada(secret))
        let coordinator = coordinator(store, passcode: place)
        await coordinator.start()
        try await coordinator.wait(for: .refused)
        clock.advance(by: .seconds(3600))
        #expect(broker.network.count <= 1)
        #expect(coordinator.phase == .refused)
        store.replace(with: .ada("2"))
        try await coordinator.wait(for: .connected)
        await coordinator.stop()
    }
}
