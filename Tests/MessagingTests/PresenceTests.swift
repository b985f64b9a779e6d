import Messaging
import Sockets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Presence` {
    private let fixture = StompFixture()
    private let session: MessagingSession

    init() { session = MessagingSession(user: "ada", stomp: fixture.session) }

    private func reports(on number: Int) async -> [String] {
        await fixture.sent(on: number, [.send])
    }

    /// Lets the server answer a report.
    private func answer(_ report: Int, _ others: String, on number: Int) async {
        let subscription = await fixture.broker.frame(on: number) { $0.command == .subscribe }["id"] ?? ""
        await fixture.broker.deliver(#"{"number":\#(report),"others":[\#(others)]}"#, to: subscription, on: number)
    }

    @Test func `is sent when it changes, and not again when it does not`() async throws {
        await fixture.connect()
        for place in ["harbour", "harbour", "market"] { _ = try await session.presence.report(place) }
        #expect(
            await reports(on: 1) == [
                #"{"number":1,"place":"harbour","user":"ada"}"#, #"{"number":2,"place":"market","user":"ada"}"#,
            ])
    }

    @Test func `of several reports before there is a connection, the newest is sent`() async throws {
        for place in ["harbour", "market"] { _ = try await session.presence.report(place) }
        await fixture.connect()
        _ = await fixture.broker.frame(on: 1) { $0.command == .send }
        #expect(await reports(on: 1) == [#"{"number":2,"place":"market","user":"ada"}"#])
    }

    @Test func `is sent again on each new connection`() async throws {
        await fixture.connect()
        _ = try await session.presence.report("harbour")
        await fixture.reconnect(after: 1)
        _ = await fixture.broker.frame(on: 2) { $0.command == .send }
        #expect(await reports(on: 2) == [#"{"number":1,"place":"harbour","user":"ada"}"#])
    }

    @Test func `the answer comes back to the screen that has reported, as often as there is one`() async throws {
        await fixture.connect()
        var answers = try await session.presence.report("harbour").makeAsyncIterator()
        #expect(await answers.next() == .some(nil))
        await answer(1, #""bob""#, on: 1)
        #expect(await answers.next() == ["bob"])
        await answer(1, #""bob","eve""#, on: 1)
        #expect(await answers.next() == ["bob", "eve"])
        // The next screen with the same place knows at once.
        var others = try await session.presence.report("harbour").makeAsyncIterator()
        #expect(await others.next() == ["bob", "eve"])
    }

    @Test func `an answer to an older report is nobody's, and the older screen hears nothing more`() async throws {
        await fixture.connect()
        var old = try await session.presence.report("harbour").makeAsyncIterator()
        var new = try await session.presence.report("market").makeAsyncIterator()
        #expect(await new.next() == .some(nil))
        await answer(1, #""bob""#, on: 1)
        await answer(2, #""eve""#, on: 1)
        #expect(await old.next() == .some(nil))
        #expect(await old.next() == .none)
        #expect(await new.next() == ["eve"])
    }

    @Test func `at the end a last report says that the user is nowhere, before the farewell`() async throws {
        await fixture.connect()
        var answers = try await session.presence.report("harbour").makeAsyncIterator()
        await session.end()
        #expect(
            await fixture.sent(on: 1, [.send, .disconnect]) == [
                #"{"number":1,"place":"harbour","user":"ada"}"#, #"{"number":2,"user":"ada"}"#, "DISCONNECT",
            ])
        #expect(await answers.next() == .some(nil))
        #expect(await answers.next() == .none)
        await #expect(throws: StompError.ended) { _ = try await session.presence.report("market") }
    }
}
