import LoopbackBroker
import NetworkTestSupport
@testable import Messaging
import STOMP
import Sockets
import TestSupport
import Testing

/// A service that answers reports next to a broker that does not.
@Suite(.timeLimit(.minutes(60))) final class `A presence service` {
    private let broker = LoopbackBroker()
    private let clock = ManualClock()
    private let stomp: StompSession
    private let service: PresenceService
    private let serving: Task<Void, any Error>

    init() async throws {
        try broker.start()
        stomp = Self.session(with: broker, clock)
        var configuration = PresenceService.Configuration()
        configuration.names = Self.names()
        let service = PresenceService(stomp, configuration: configuration)
        self.service = service
        serving = Task { try await service.run() }
        await stomp.connect(with: StompSession.Credentials(login: "presence", passcode: "1"))
        await broker.wait { $0.subscriptions["presence"] == 1 }
    }

    deinit { serving.cancel() }

    /// The destinations of reports and answers; the broker answers those at the default destination by itself.
    private static func names(repeatingReports isRepeating: Bool = true) -> MessagingSession.Configuration {
        var names = MessagingSession.Configuration()
        names.presenceDestination = "/topic/places"
        if !isRepeating { names.presenceInterval = nil }
        return names
    }

    private static func session(with broker: LoopbackBroker, _ clock: ManualClock) -> StompSession {
        broker.stompSession(on: clock) { $0.socket.pingInterval = .seconds(3600) }
    }

    private func connected(_ user: String, repeatingReports isRepeating: Bool = false) async throws -> MessagingSession
    {
        let session = MessagingSession(
            user: user, device: "device", stomp: Self.session(with: broker, clock),
            configuration: Self.names(repeatingReports: isRepeating))
        await session.connect()
        return session
    }

    private func expect(_ others: String, in answers: AsyncStream<Presence.Snapshot>) async {
        for await answer in answers {
            if answer.users?.map(\.description).joined(separator: ", ") == others { return }
        }
        Issue.record("there was no answer “\(others)”")
    }

    @Test func `tells users who is where, and what they do there`() async throws {
        let (ada, bob) = (try await connected("ada"), try await connected("bob"))
        let adas = try await ada.presence.report("harbour")
        await expect("", in: adas)
        let bobs = try await bob.presence.report("harbour", status: "fishing")
        await expect("ada", in: bobs)
        await expect("bob (fishing)", in: adas)
        _ = try await bob.presence.report("harbour", status: "asleep")
        await expect("bob (asleep)", in: adas)
        await bob.end()
        await expect("", in: adas)
    }

    // All times are defaults but for Bob's.
    @Test func `forgets a session that is silent for too long, and not one that repeats its report`() async throws {
        let (ada, bob) = (try await connected("ada", repeatingReports: true), try await connected("bob"))
        let adas = try await ada.presence.report("harbour")
        await expect("", in: adas)  // The service knows her before Bob.
        let bobs = try await bob.presence.report("harbour")
        await expect("bob", in: adas)
        await expect("ada", in: bobs)
        let before = broker.counts.received
        for round in 1...4 {
            // Ada's repetition and the answer to it have arrived before more time passes.
            clock.advance(by: .seconds(10))
            await broker.wait { $0.received >= before + 2 * round }
        }
        await expect("", in: adas)
        _ = try await bob.presence.report("harbour", status: "back")
        await expect("bob (back)", in: adas)
    }

    @Test func `gives sessions time to report again when it had no connection itself`() async throws {
        let ada = try await connected("ada")
        let adas = try await ada.presence.report("harbour")
        await expect("", in: adas)
        await stomp.disconnect()
        await broker.wait { $0.subscriptions["presence"] == nil }
        clock.advance(by: .seconds(60))
        await stomp.connect(with: StompSession.Credentials(login: "presence", passcode: "1"))
        await broker.wait { $0.subscriptions["presence"] == 1 }
        let bob = try await connected("bob")
        let bobs = try await bob.presence.report("harbour")
        await expect("ada", in: bobs)
    }

    @Test func `does not count time after the newest byte from its server, whose line may have died`() async throws {
        await clock.waitForSleepers(due: .seconds(5))  // It looks for silent sessions each 5 s.
        let ada = try await connected("ada")
        await expect("", in: try await ada.presence.report("harbour"))
        clock.advance(by: .seconds(6))
        let eve = try await connected("eve")
        await expect("", in: try await eve.presence.report("pier"))
        // The service has read the receipt of its answer as well.
        try await stomp.send(Array("no report".utf8), to: "/topic/places").acknowledged()
        await clock.waitForSleepers(due: .seconds(5))
        clock.advance(by: .seconds(19.5))
        await clock.waitForSleepers(due: .seconds(5))
        let bob = try await connected("bob")
        await expect("ada", in: try await bob.presence.report("harbour"))
    }

    @Test func `ends with its session, and when it is cancelled`() async throws {
        await stomp.end()
        try await serving.value
        let other = await broker.connectedStompSession()
        let second = PresenceService(other)
        let running = Task { try await second.run() }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        await other.end()
        await #expect(throws: StompError.ended) { try await second.run() }
    }
}

/// A service with a server that confirms what a test says.
@Suite(.timeLimit(.minutes(60))) struct `A presence service at a popular place` {
    private let fixture = StompFixture()
    private let service: PresenceService

    init() { service = PresenceService(fixture.session) }

    /// Lets the server deliver a report of each user, and returns when the service has read them.
    private func arrive(_ users: some Collection<String>, at place: String) async {
        let subscription = await fixture.broker.frame(on: 1) { $0.command == .subscribe }["id"] ?? ""
        let before = await service.sessionCount
        for user in users {
            let report = PresenceReport(user: user, place: place, clientID: "session of \(user)", number: 1)
            await fixture.broker.deliver(String(decoding: report.body, as: UTF8.self), to: subscription, on: 1)
        }
        await yieldWhile("the service has not read all reports") { await service.sessionCount < before + users.count }
    }

    /// Waits until the service has sent the answer with this number. Returns all answers so far.
    private func answers(upTo number: Int) async -> [Frame] {
        // Opening, CONNECT and SUBSCRIBE come before.
        await fixture.broker.network.transport(1).waitForCall(number + 3)
        return await fixture.broker.frames(on: 1).filter { $0.command == .send }
    }

    private func confirm(_ answers: some Sequence<Frame>) async {
        for answer in answers { await fixture.broker.send(.receipt(for: answer), on: 1) }
    }

    @Test func `sends a bounded number of bytes ahead, and each arrival costs at most one answer more`() async throws {
        fixture.broker.ignore(.send)
        await fixture.connect()
        let serving = Task { try await service.run() }
        let users = (100..<400).map { "user\($0)" }
        for start in stride(from: 0, to: 300, by: 50) { await arrive(users[start..<(start + 50)], at: "harbour") }
        let first = await answers(upTo: 1)
        #expect(first.map { PresenceAnswer($0.body)?.others } == [[]])
        await confirm(first)
        let size = PresenceAnswer(
            clientID: "session of user100", number: 1, others: users.dropFirst().map { Presence.User($0) }
        ).body.count
        let window = ((256 << 10) + size - 1) / size
        _ = await answers(upTo: 1 + window)
        // Another place need not wait for the popular one to end.
        await arrive(["zoe"], at: "market")
        var sent = await answers(upTo: 1 + window)
        #expect(sent.count == 1 + window)
        #expect(sent.dropFirst().allSatisfy { $0.body.count == size })
        await confirm(sent.dropFirst().prefix(2))
        sent = await answers(upTo: 1 + window + 2)
        #expect(sent.suffix(2).contains { PresenceAnswer($0.body)?.clientID == "session of zoe" })
        // From now on, everything is confirmed.
        fixture.broker.ignoreNothing()
        await confirm(sent.dropFirst(3))
        let all = await answers(upTo: 1 + users.count + 1).compactMap { PresenceAnswer($0.body) }
        #expect(all.count == 1 + users.count + 1)
        #expect(all.count { $0.others.count == users.count - 1 } == users.count)
        #expect(Set(all.map(\.clientID)).count == users.count + 1)
        serving.cancel()
    }

    @Test func `sends what had no connection on the next one, as it is by then`() async throws {
        fixture.broker.ignore(.send)
        await fixture.connect()
        let serving = Task { try await service.run() }
        await arrive(["ada", "bob"], at: "harbour")
        _ = await answers(upTo: 1)
        fixture.broker.ignoreNothing()
        await fixture.reconnect(after: 1)
        for user in ["ada", "bob"] {
            let answer = await fixture.broker.frame(on: 2) {
                PresenceAnswer($0.body)?.clientID == "session of \(user)"
            }
            #expect(PresenceAnswer(answer.body)?.others.map(\.name) == [user == "ada" ? "bob" : "ada"])
        }
        serving.cancel()
    }

    @Test(arguments: [
        ("timeout", "The time after which a session is gone must be greater than zero."),
        ("presenceInterval", "The interval at which a report is repeated must be greater than zero."),
    ]) func `is not created with times that make no sense`(name: String, rule: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [name] in
            var configuration = PresenceService.Configuration()
            if name == "timeout" { configuration.timeout = .zero } else { configuration.names.presenceInterval = .zero }
            _ = PresenceService(StompFixture().session, configuration: configuration)
        }
        #expect(result?.errors.contains(rule) == true)
    }
}
