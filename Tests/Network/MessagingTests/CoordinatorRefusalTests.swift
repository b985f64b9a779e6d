import AsyncPrimitives
import Foundation
import Messaging
import NetworkTestSupport
import STOMP
import Sockets
import Synchronization
import TestSupport
import Testing

/// Tokens that a server does not want, in all the ways in which it can say so.
@Suite(.timeLimit(.minutes(60))) struct `A token that is refused` {
    /// A way to end an attempt, or a connection.
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
                [.ended(TransportEvent.Ending(code: CloseCode(rawValue: code), reason: reason))]
            case .error(let words):
                [.text("ERROR\nmessage:\(words)\n\n\0"), .ended(TransportEvent.Ending(code: .normal))]
            case .frame(let text): [.text(text)]
            case .untrusted(let problem): [.ended(.abnormal(.untrusted(problem)))]
            }
        }
    }

    /// Refuses the token 1, and accepts others.
    private final class Server: Sendable {
        let network = ScriptedNetwork()
        let refusal: Refusal
        /// True if a session runs before it is refused.
        let isLate: Bool
        /// True if it no longer answers.
        let isSilent = Atomic(false)

        init(_ refusal: Refusal, isLate: Bool) {
            self.refusal = refusal
            self.isLate = isLate
        }

        /// The tokens that it has seen, in order.
        var tokens: [String] {
            get async {
                var tokens: [String] = []
                for number in 1..<(network.count + 1) {
                    let header = await network.transport(number).request?.headers.first { $0.name == "Authorization" }
                    tokens.append(header?.value ?? "none")
                }
                return tokens
            }
        }

        func makeTransport() -> ScriptedTransport {
            let transport = network.makeTransport()
            if !isSilent.load(ordering: .relaxed) { Task { await serve(transport) } }
            return transport
        }

        private func serve(_ transport: ScriptedTransport) async {
            await transport.waitForCall(1)
            let isRefused = transport.request?.headers.contains { $0.value == "Bearer 1" } == true
            if isRefused, !isLate {
                if case .error = refusal { transport.emit(.opened(subprotocol: "v12.stomp")) }
                if case .close = refusal { transport.emit(.opened(subprotocol: "v12.stomp")) }
                if case .frame = refusal { transport.emit(.opened(subprotocol: "v12.stomp")) }
                refusal.events.forEach(transport.emit)
                // A server that continues is closed by the client, which waits for its end.
                var count = 1
                while case .frame = refusal, !Task.isCancelled {
                    await transport.waitForCall(count + 1)
                    count += 1
                    guard case .close = transport.calls[count - 1] else { continue }
                    return transport.emit(.ended(TransportEvent.Ending(code: .normal)))
                }
                return
            }
            transport.emit(.opened(subprotocol: "v12.stomp"))
            var count = 1
            while !Task.isCancelled {
                await transport.waitForCall(count + 1)
                count += 1
                if case .send(let message) = transport.calls[count - 1],
                    message.bytes.starts(with: Array("CONNECT".utf8))
                {
                    transport.emit(.text("CONNECTED\nversion:1.2\n\n\0"))
                    if isRefused { refusal.events.forEach(transport.emit) }
                } else {  // DISCONNECT, or the end.
                    return transport.emit(.ended(TransportEvent.Ending(code: .normal)))
                }
            }
        }
    }

    private let clock = ManualClock()

    private func coordinator(
        _ store: any TokenStore, _ server: Server, passcode place: StompSession.PasscodePlace = .handshake(),
        configure: (inout SessionCoordinator.Configuration) -> Void = { _ in }
    ) -> SessionCoordinator {
        var configuration = SessionCoordinator.Configuration()
        configure(&configuration)
        return SessionCoordinator(store: store, configuration: configuration, clock: clock) { [clock] user in
            var configuration = StompSession.Configuration(urls: [URL(string: "ws://localhost:8765")!])
            configuration.passcodePlace = place
            configuration.heartBeat = .none
            let stomp = StompSession(configuration, clock: clock) { server.makeTransport() }
            return MessagingSession(user: user, device: "device", stomp: stomp)
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
        let server = Server(refusal.how, isLate: isLate)
        let coordinator = coordinator(store, server) {
            $0.refusalKind = { failure in
                failures.withLock { $0.append(failure) }
                return nil
            }
        }
        await coordinator.start()
        _ = await server.network.transport(2)
        try await coordinator.wait(for: .connected)
        #expect(await server.tokens == ["Bearer 1", "Bearer 2"])
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
        let server = Server(refusal, isLate: false)
        let store = InMemoryTokenStore(.ada("1")) { _ in .ada("2") }
        let coordinator = coordinator(store, server)
        await coordinator.start()
        let session = try #require(await coordinator.waitForSession())
        await yieldWhile("the client has not tried four times") {
            // At other times, it could run ahead until an attempt times out.
            if session.status.wait != nil || coordinator.phase == .waiting { clock.advance(by: .seconds(1)) }
            return server.network.count < 4
        }
        #expect(coordinator.phase == .connecting)
        #expect(Set(await server.tokens) == ["Bearer 1"])
        await coordinator.stop()
    }

    @Test(arguments: others)
    func `in a way that the app knows is replaced by a new one`(refusal: Refusal) async throws {
        let server = Server(refusal, isLate: false)
        let store = InMemoryTokenStore(.ada("1")) { _ in .ada("2") }
        let coordinator = coordinator(store, server) { $0.refusalKind = { _ in .credentials } }
        await coordinator.start()
        _ = await server.network.transport(2)
        try await coordinator.wait(for: .connected)
        #expect(await server.tokens == ["Bearer 1", "Bearer 2"])
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
        let server = Server(refusal.how, isLate: false)
        let store = InMemoryTokenStore(.ada("1"))
        let coordinator = coordinator(store, server) { $0.refusalKind = { _ in kind } }
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
        server.isSilent.store(true, ordering: .relaxed)
        await coordinator.networkIsBack()
        await coordinator.resume()
        if kind != .credentials { try await session.wait(for: .connecting) }
        expectWords("connecting again")
        server.isSilent.store(false, ordering: .relaxed)
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
        let server = Server(.status(500), isLate: false)
        let store = InMemoryTokenStore(.ada(secret))
        let coordinator = coordinator(store, server, passcode: place)
        await coordinator.start()
        try await coordinator.wait(for: .refused)
        clock.advance(by: .seconds(3600))
        #expect(server.network.count <= 1)
        #expect(coordinator.phase == .refused)
        store.replace(with: .ada("2"))
        try await coordinator.wait(for: .connected)
        await coordinator.stop()
    }
}
