import NetworkTestSupport
@testable import STOMP
import AsyncPrimitives
@testable import Messaging
import Sockets
import TestSupport

extension StompSession {
    /// Whether something was read on the present connection, and no time has passed since.
    var hasJustRead: Bool { connection?.lastRead == clock.now }

    /// Waits until the session's connection is in such a state.
    @discardableResult nonisolated func reach(
        where isMeant: (SocketClient.Status) -> Bool
    ) async -> SocketClient.Status {
        for await status in client.statusUpdates where isMeant(status) { return status }
        return client.status
    }

    /// Waits until the session's connection is in this state.
    @discardableResult nonisolated func reach(_ phase: Socket.Phase) async -> SocketClient.Status {
        await reach { $0.phase == phase }
    }
}
