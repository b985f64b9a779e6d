import NetworkTestSupport
import STOMP
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
                await yieldWhile("there is no timer") { user.clock.due == [] }
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
            await yieldWhile("there is no timer") { user.clock.due == [] }
            user.clock.advance(by: .seconds(300))
            try await user.coordinator.wait(for: .connected)
            #expect(user.coordinator.session === user.session)
            try await user.session.send([1], to: "/topic/maintenance").acknowledged()
            await user.coordinator.stop()
        }
    }
}

extension RabbitMQ {
    /// A coordinator with sessions on this server; only its own times are measured with the clock.
    fileprivate func coordinator(
        of store: InMemoryTokenStore, clock: any Clock<Duration> = ContinuousClock()
    ) -> SessionCoordinator {
        var configuration = SessionCoordinator.Configuration()
        configuration.minimumUse = .milliseconds(1)
        return SessionCoordinator(store: store, configuration: configuration, clock: clock) { user in
            MessagingSession(user: user, device: "device", stomp: self.session())
        }
    }
}
