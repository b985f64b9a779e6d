import NetworkTestSupport
@testable import STOMP
@testable import Messaging
import Sockets
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `The presence of a user` {
    private let fixture = StompFixture()
    private let session: MessagingSession

    init() { session = fixture.messaging() }

    private func reports(on number: Int) async -> [String] {
        await fixture.sent(on: number, [.send])
    }

    private func report(_ number: Int, _ place: String? = nil) -> String {
        let place = place.map { #""place":"\#($0)","# } ?? ""
        return #"{"number":\#(number),\#(place)"session":"\#(session.presence.clientID)","user":"ada"}"#
    }

    /// Lets the server answer a report, by default one of this session.
    private func answer(_ report: Int, of name: String? = nil, _ others: String, on number: Int) async {
        let name = name ?? session.presence.clientID
        let subscription = await fixture.broker.frame(on: number) { $0.command == .subscribe }["id"] ?? ""
        await fixture.broker.deliver(
            #"{"number":\#(report),"others":[\#(others)],"session":"\#(name)"}"#, to: subscription, on: number)
    }

    @Test func `of many reports that the server does not answer, ten are sent, and the newest after them`() async throws
    {
        fixture.broker.ignore(.send)
        await fixture.connect()
        for number in 1...100 { _ = try await session.presence.report("place \(number)") }
        #expect(await reports(on: 1) == (1...10).map { report($0, "place \($0)") })
        await fixture.broker.confirm(on: 1) { $0.command == .send }
        let newest = report(100, "place 100")
        _ = await fixture.broker.frame(on: 1) { $0.body == Array(newest.utf8) }
        #expect(await reports(on: 1).count == 11)
        await session.presence.leave()
        #expect(await reports(on: 1).last == report(101))
    }

    @Test func `an answer to a repetition is news only if it says something else`() async throws {
        await fixture.connect()
        let answers = try await session.presence.report("harbour")
        let names = Mutex<[[String]?]>([])
        let reading = Task { for await answer in answers { names.withLock { $0.append(answer.names) } } }
        await yieldWhile("there is no first answer") { names.withLock { $0.isEmpty } }
        for (other, count) in [("bob", 2), ("bob", 2), ("eve", 3)] {
            await answer(1, "\"\(other)\"", on: 1)
            await fixture.broker.network.transport(1).waitForReader()
            await yieldWhile("\(other) is not answered") { names.withLock { $0.count } < count }
        }
        #expect(names.withLock { $0 } == [nil, ["bob"], ["eve"]])
        reading.cancel()
    }

    @Test func `the answer comes back to the screen that has reported, as often as there is one`() async throws {
        await fixture.connect()
        var answers = try await session.presence.report("harbour").makeAsyncIterator()
        #expect(await answers.next() == Presence.Snapshot())
        await answer(1, #""bob""#, on: 1)
        #expect(await answers.next()?.names == ["bob"])
        await answer(1, #""bob","eve""#, on: 1)
        #expect(await answers.next()?.names == ["bob", "eve"])
        // The next screen with the same place knows at once.
        var others = try await session.presence.report("harbour").makeAsyncIterator()
        #expect(await others.next()?.names == ["bob", "eve"])
    }

    @Test func `an answer to an older report is ignored, and the older screen hears nothing more`() async throws {
        await fixture.connect()
        var old = try await session.presence.report("harbour").makeAsyncIterator()
        var new = try await session.presence.report("market").makeAsyncIterator()
        #expect(await new.next() == Presence.Snapshot())
        await answer(1, #""bob""#, on: 1)
        await answer(2, #""eve""#, on: 1)
        #expect(await old.next() == Presence.Snapshot())
        #expect(await old.next() == .none)
        #expect(await new.next()?.names == ["eve"])
    }

    @Test func `an answer to another session of the user, which counts its reports as well, is not this one's`()
        async throws
    {
        await fixture.connect()
        let other = fixture.messaging().presence.clientID
        var answers = try await session.presence.report("harbour").makeAsyncIterator()
        #expect(await answers.next() == Presence.Snapshot())
        await answer(1, of: other, #""bob""#, on: 1)
        await answer(1, #""eve""#, on: 1)
        #expect(await answers.next()?.names == ["eve"])
    }

    @Test func `at the end a last report says that the user has left, before DISCONNECT`() async throws {
        await fixture.connect()
        var answers = try await session.presence.report("harbour").makeAsyncIterator()
        await session.end()
        #expect(await fixture.sent(on: 1, [.send, .disconnect]) == [report(1, "harbour"), report(2), "DISCONNECT"])
        #expect(await answers.next() == Presence.Snapshot())
        #expect(await answers.next() == .none)
        await #expect(throws: StompError.ended) { _ = try await session.presence.report("market") }
    }

    // MARK: Refusals

    @Test func `that the server refuses is reported no more after a few times, until there is another place`()
        async throws
    {
        fixture.broker.ignore(.send)
        await fixture.connect()
        var answers = try await session.presence.report("harbour").makeAsyncIterator()
        #expect(await answers.next() == Presence.Snapshot())
        for number in 1...3 {
            _ = await fixture.broker.frame(on: number) { $0.command == .send }
            // Nothing but the report is in question once the subscription is confirmed.
            await yieldWhile("the subscription is not confirmed") {
                await fixture.session.detector.connection?.out.contains { $0.hasPrefix("subscription-") }
                    == true
            }
            if number < 3 { await fixture.reconnect(after: number, .closed(.normal)) }
        }
        await fixture.broker.network.transport(3).emit(.closed(.normal))
        #expect(await answers.next()?.problem == "refused by the server: closed the connection")
        await fixture.endWait()
        try await fixture.waitForConnection(4)
        var others = try await session.presence.report("harbour").makeAsyncIterator()
        #expect(await others.next()?.problem == "refused by the server: closed the connection")
        fixture.broker.ignoreNothing()
        var next = try await session.presence.report("market").makeAsyncIterator()
        #expect(await next.next() == Presence.Snapshot())
        #expect(await reports(on: 4) == [report(2, "market")])
    }

    @Test func `says why no answers are heard, and the next report listens again`() async throws {
        fixture.broker.ignore(.subscribe)
        await fixture.connect()
        var answers = try await session.presence.report("harbour").makeAsyncIterator()
        #expect(await answers.next() == Presence.Snapshot())
        await fixture.broker.refuse("not for you", on: 1) { $0.command == .subscribe }
        #expect(await answers.next()?.problem == "refused by the server: not for you")
        await fixture.endWait()
        try await fixture.waitForConnection(2)
        _ = await fixture.broker.frame(on: 2) { $0.command == .send }
        var others = try await session.presence.report("harbour").makeAsyncIterator()
        #expect(await others.next() == Presence.Snapshot())
        await answer(1, #""bob""#, on: 2)
        #expect(await others.next()?.names == ["bob"])
        #expect(await reports(on: 2) == [report(1, "harbour"), report(1, "harbour")])
    }

    @Test func `is sent although too much else is not acknowledged`() async throws {
        fixture.broker.ignore(.send)
        await fixture.connect()
        for _ in 1...100 { try await fixture.session.send([], to: "/topic/a") }
        await #expect(throws: StompError.queueIsFull(limit: 100)) { try await fixture.session.send([], to: "/topic/a") }
        _ = try await session.presence.report("harbour")
        #expect(await reports(on: 1).last == report(1, "harbour"))
    }

    // MARK: Several things at once

    @Test func `of several first reports at once, the newest is sent, once the answers to it will be heard`()
        async throws
    {
        await fixture.connect()
        let hold = await SessionHold.begin(on: fixture.session)
        let first = Task { [session] in try await session.presence.report("harbour") }
        await yieldWhile("no place is reported") { await session.presence.place != "harbour" }
        let second = Task { [session] in try await session.presence.report("market") }
        await yieldWhile("no other place is reported") { await session.presence.place != "market" }
        hold.release()
        var (old, new) = (try await first.value.makeAsyncIterator(), try await second.value.makeAsyncIterator())
        #expect(await fixture.sent(on: 1) == ["SUBSCRIBE subscription-1", report(2, "market")])
        await answer(2, #""eve""#, on: 1)
        while let others = await new.next(), others.names == nil {}
        #expect(await old.next() == Presence.Snapshot())
        #expect(await old.next() == .none)
    }

    @Test(arguments: [false, true])
    func `a report that was about to be sent is not, after the user has left, and the last one comes last`(
        isSecond: Bool
    ) async throws {
        await fixture.connect()
        if isSecond { _ = try await session.presence.report("harbour") }
        let hold = await SessionHold.begin(on: fixture.session)
        let reporting = Task { [session] in _ = try await session.presence.report("market") }
        await yieldWhile("no place is reported") { await session.presence.place != "market" }
        let leaving = Task { [session] in await session.presence.leave() }
        await yieldWhile("the user has not left") { await !session.presence.hasLeft }
        hold.release()
        await leaving.value
        await #expect(throws: StompError.ended) { try await reporting.value }
        let sent = await reports(on: 1)
        #expect(sent.last == report(isSecond ? 3 : 2))
        #expect(isSecond || sent.count == 1)
    }

    @Test func `a report that could not listen throws, and the next one tries again`() async throws {
        await fixture.connect()
        let names = Mutex(["/topic/\0", "/topic/answers"])
        let session = fixture.messaging { $0.answerDestination = { _ in names.withLock { $0.removeFirst() } } }
        await #expect(throws: StompError.self) { _ = try await session.presence.report("harbour") }
        #expect(await reports(on: 1) == [])
        _ = try await session.presence.report("harbour")
        let sent = await reports(on: 1).map { $0.replacing(session.presence.clientID, with: "…") }
        #expect(sent == [#"{"number":1,"place":"harbour","session":"…","user":"ada"}"#])
    }
}
