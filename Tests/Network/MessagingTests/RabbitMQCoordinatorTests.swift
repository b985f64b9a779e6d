import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Foundation
import Messaging
import Sockets
import TestSupport
import Testing

extension RabbitMQMessagingTests {
    @Test func `A token that the server refuses is replaced by another one, once`() async throws {
        let valid = try await AccessToken.issued(for: "ada")
        let expired = try await AccessToken.issued(for: "ada", expiry: Date(timeIntervalSinceNow: -3600))
        let store = InMemoryTokenStore(expired) { _ in valid }
        let coordinator = RabbitMQ.shared.coordinator(of: store)
        await coordinator.start()
        try await coordinator.wait(for: .connected)
        let session = try await coordinator.session(of: "ada")
        #expect(session.stomp.status.attempt == 2)
        #expect(store.token == valid)
        await coordinator.stop()
    }

    @Test func `A token that expires is refreshed by the clock of this side, and not before its time`() async throws {
        let expiry = Date(timeIntervalSinceNow: 3600)
        let expiring = try await AccessToken.issued(for: "ada", expiry: expiry)
        let refreshed = try await AccessToken.issued(for: "ada", expiry: expiry)
        let store = InMemoryTokenStore(expiring) { _ in refreshed }
        // By this clock there are twenty seconds left, of which ten to fifteen are used.
        let clock = ManualClock()
        let coordinator = RabbitMQ.shared.coordinator(of: store, clock: clock) { expiry.addingTimeInterval(-20) }
        await coordinator.start()
        let session = try await coordinator.session(of: "ada")
        try await session.stomp.wait(for: .connected)
        try await session.stomp.send([0], to: "/topic/refreshed").acknowledged()
        #expect(session.stomp.status.attempt == 1)
        #expect(store.token == expiring)
        let subscription = try await session.stomp.subscribe(to: "/topic/refreshed")
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(9))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(7))
        try await session.stomp.wait { $0.attempt >= 2 && $0.phase == .connected }
        #expect(store.token == refreshed)
        try await session.stomp.send([1], to: "/topic/refreshed").acknowledged()
        var messages = subscription.makeAsyncIterator()
        #expect(try await messages.next()?.body == [1])
        await coordinator.stop()
        #expect(try await messages.next() == nil)
    }

    @Test func `A limit of connections that is set for five minutes passes, and no user has to log in`() async throws {
        let broker = RabbitMQ.shared
        var users: [(coordinator: SessionCoordinator, clock: ManualClock, session: MessagingSession)] = []
        for name in ["ada", "bob", "eve"] {
            let store = InMemoryTokenStore(try await .issued(for: name)) { try await .issued(for: $0.user) }
            let clock = ManualClock()
            let coordinator = broker.coordinator(of: store, clock: clock)
            await coordinator.start()
            try await coordinator.wait(for: .connected)
            users.append((coordinator, clock, try await coordinator.session(of: name)))
        }
        try await broker.control("set_vhost_limits", "-p", "/", #"{"max-connections": 0}"#)
        try await broker.control("close_all_connections", "maintenance")
        for seconds in [60, 96, 153.6] {
            for user in users {
                try await user.coordinator.wait(for: .waiting)
                let failure = user.session.status.failure
                // The same as about a wrong password.
                #expect("\(failure, default: "none")".contains("Bad CONNECT"))
                await user.clock.waitForSleepers(1)
            }
            let attempts = users.map(\.session.status.attempt)
            for user in users { user.clock.advance(by: .seconds(seconds)) }
            for (user, attempt) in zip(users, attempts) {
                try await user.session.wait { $0.attempt > attempt }
                await user.coordinator.start()  // By then, its phase is that of the new connection.
            }
        }
        for user in users { try await user.coordinator.wait(for: .waiting) }
        try await broker.control("clear_vhost_limits", "-p", "/")
        for user in users {
            await user.clock.waitForSleepers(1)
            user.clock.advance(by: .seconds(300))
            try await user.coordinator.wait(for: .connected)
            #expect(user.coordinator.session === user.session)
            try await user.session.send([1], to: "/topic/maintenance").acknowledged()
            await user.coordinator.stop()
        }
    }

    @Test func `All of 200 clients come back after their server, and the messages sent in between arrive`() async throws
    {
        let broker = RabbitMQ.shared
        let token = try await AccessToken.issued(for: "ada")
        let sessions = (1...200).map { _ in
            broker.session {
                $0.socket.backoff = Backoff(initial: .milliseconds(500), maximum: .seconds(4))
            }
        }
        for session in sessions { await session.connect(with: token.credentials) }
        for session in sessions { try await session.wait(for: .connected) }
        let topics = sessions.map { _ in "/topic/many-\(UUID())" }
        var subscriptions: [StompSubscription] = []
        for (session, topic) in zip(sessions, topics) {
            subscriptions.append(try await session.subscribe(to: topic))
        }
        try await broker.kill()
        for session in sessions { try await session.wait { $0.failure != nil } }
        var receipts: [StompSession.PendingSend] = []
        for (session, topic) in zip(sessions, topics) { receipts.append(try await session.send([1], to: topic)) }
        try await broker.start()
        for receipt in receipts { try await receipt.acknowledged() }
        for (subscription, receipt) in zip(subscriptions, receipts) {
            #expect(try await subscription.first { _ in true }?.sendID == receipt.id)
        }
        await withTaskGroup(of: Void.self) { group in
            for session in sessions { group.addTask { await session.end() } }
        }
    }
}

extension RabbitMQ {
    /// A coordinator with sessions on this server; only its own times are measured with the clock.
    fileprivate func coordinator(
        of store: InMemoryTokenStore, clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> SessionCoordinator {
        var configuration = SessionCoordinator.Configuration()
        configuration.minimumUse = .milliseconds(1)
        return SessionCoordinator(store: store, configuration: configuration, clock: clock, now: now) { user in
            MessagingSession(user: user, device: "device", stomp: self.session())
        }
    }
}
