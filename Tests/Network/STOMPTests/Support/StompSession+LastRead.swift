import AsyncPrimitives
@testable import STOMP

extension StompSession {
    /// True if the session has received something on the current connection at this very time.
    var hasJustRead: Bool { connection?.lastRead == clock.now }
}
