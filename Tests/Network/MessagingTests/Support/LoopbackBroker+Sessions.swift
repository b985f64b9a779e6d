import Foundation
import Messaging
import NetworkTestSupport
import STOMP
import Sockets

extension StompFixture {
    /// Creates a session of a device of ada's that repeats no report; `configure` changes its names, times and limits.
    func messaging(
        on device: String = "device", configure: (inout MessagingSession.Configuration) -> Void = { _ in }
    ) -> MessagingSession {
        var configuration = MessagingSession.Configuration()
        configuration.presenceInterval = nil
        configure(&configuration)
        return MessagingSession(user: "ada", device: device, stomp: session, configuration: configuration)
    }
}

extension MessagingSession {
    func connect(_ secret: String = "1") async {
        await connect(with: AccessToken(user: user, secret: secret))
        _ = try? await wait(for: .connected)  // A test that has run out of time fails later.
    }
}

extension ChatRoom {
    func wait(until condition: ([String]) -> Bool) async {
        for await contents in changes where condition(contents.messages.map(\.description)) { return }
    }
}

extension AccessToken {
    static func issued(
        for user: String, expiry: Date = Date(timeIntervalSinceNow: 3600),
        scopes: [AccessTokenIssuer.Scope] = AccessTokenIssuer.Scope.allCases
    ) async throws -> AccessToken {
        let secret = try await AccessTokenIssuer.token(for: user, expiry: expiry, scopes: scopes)
        return AccessToken(user: user, secret: secret, expiry: expiry)
    }
}
