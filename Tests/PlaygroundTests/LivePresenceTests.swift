import Foundation
import LoopbackBroker
import NetworkTestSupport
import STOMPTestSupport
import Synchronization
import TestSupport
import Testing

@Suite(.blocking, .timeLimit(.minutes(60))) struct `The presence service as a command` {
    private let broker: LoopbackBroker
    /// Set while the broker refuses everyone, as one does that is starting.
    private let isStarting: Flag

    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    init() throws {
        let isStarting = Flag()
        self.isStarting = isStarting
        broker = LoopbackBroker { _, secret in secret == "s3cret" && !isStarting.value.load(ordering: .relaxed) }
        try broker.start()
    }

    private func options(_ name: String = "presence", as user: String = "presence", token: String = "s3cret")
        -> [String]
    {
        [name, "--url", "ws://127.0.0.1:\(broker.port)/ws", "--user", user, "--token", token]
    }

    @Test func `shows who comes and goes, and stays over a restart of the broker`() throws {
        let service = try PseudoTerminal(running: command, options())
        try service.expect("answers reports of places\n")
        let ada = try PseudoTerminal(running: command, options("chat", as: "ada"))
        try service.expect("ada is at harbour\n")
        ada.type("/status fishing")
        try service.expect("ada at harbour is now “fishing”\n")
        broker.stop()
        try service.expect("no connection: ")
        try broker.start()
        try service.expect("answers reports of places\n")
        ada.type("/place market")
        try service.expect("ada has left harbour\n")
        try service.expect("ada (fishing) is at market\n")
        ada.quit("/quit")
        try service.expect("ada has left market\n")
        service.interrupt()
        _ = service.end()
    }

    @Test func `continues after a broker that is starting has refused it`() throws {
        let service = try PseudoTerminal(running: command, options())
        try service.expect("answers reports of places\n")
        broker.stop()
        try service.expect("no connection: ")
        isStarting.value.store(true, ordering: .relaxed)
        try broker.start()
        try service.expect("no connection: the broker does not accept the token any more (Bad CONNECT)\n")
        isStarting.value.store(false, ordering: .relaxed)
        try service.expect("answers reports of places\n")
        service.interrupt()
        _ = service.end()
    }

    @Test func `says that a token is refused, and does not show it`() throws {
        let result = try command.run(options(token: "wr0ng"))
        #expect(result.status == 1)
        #expect(result.errors == "playground: the broker does not accept the token of presence: Bad CONNECT\n")
        #expect(!result.output.contains("wr0ng"))
    }
}

@Suite(
    .blocking, .serialized, .enabled(if: RabbitMQ.isExpected, "There is no RabbitMQ here."), .timeLimit(.minutes(60)),
    .rabbitMQ)
struct `The presence service next to RabbitMQ` {
    private func terminal(_ name: String, as user: String) async throws -> PseudoTerminal {
        let token = try await AccessTokenIssuer.token(for: user)
        return try PseudoTerminal(
            running: command, [name, "--url", RabbitMQ.shared.url.absoluteString, "--user", user, "--token", token])
    }

    @Test func `lets two users of the chat see each other come, move and go, also by a breakdown`() async throws {
        let service = try await terminal("presence", as: "presence")
        try service.expect("answers reports of places\n")
        let ada = try await terminal("chat", as: "ada")
        try ada.expect("at harbour: no one else\n")
        let bob = try await terminal("chat", as: "bob")
        try bob.expect("at harbour: ada\n")
        try ada.expect("at harbour: bob\n")
        bob.type("/status fishing")
        try ada.expect("at harbour: bob (fishing)\n")
        try bob.type("/place market", expecting: "at market: no one else\n")
        try ada.expect("at harbour: no one else\n")
        bob.type("/place harbour")
        try ada.expect("at harbour: bob (fishing)\n")
        bob.quit("/quit")
        try ada.expect("at harbour: no one else\n")
        let eve = try await terminal("chat", as: "eve")
        try ada.expect("at harbour: eve\n")
        eve.crash()
        _ = eve.end()
        try ada.expect("at harbour: no one else\n")
        try service.expect("eve at harbour is silent, and taken for gone\n")
        ada.quit("/quit")
        service.interrupt()
        _ = service.end()
    }

    @Test func `lets two readers of the bookshop see each other and talk, and tells one of a purchase`() async throws {
        let service = try await terminal("presence", as: "presence")
        try service.expect("answers reports of places\n")
        let (ada, bob) = (try await terminal("app", as: "ada"), try await terminal("app", as: "bob"))
        for reader in [ada, bob] {
            try reader.type("logIn", expecting: "  shelf, profile, book <number>\n")
            try reader.type("book 7", expecting: "  reviews, sample, purchase, room, close, swipe\n")
        }
        try ada.expect("│   bob (looking)")
        ada.type("room")
        try bob.expect("│   ada (talking)")
        bob.type("room")
        try ada.expect("│   bob (talking)")
        bob.type("say Hello.")
        try ada.expect("│   bob: Hello.")
        for line in ["swipe", "purchase"] { ada.type(line) }
        try ada.type("pay", expecting: "│   paid: Book 7 for 9.07 EUR")
        for reader in [ada, bob] { reader.quit() }
        service.interrupt()
        _ = service.end()
    }
}
