import AsyncPrimitives

extension SocketClient {
    /// One attempt to connect and the connection it opens; what it started ends with it.
    final class Attempt {
        let number: Int
        /// The connection, once it is known where to.
        var transport: (any Transport)?
        var isOpen = false
        var subprotocol: String?
        /// Holds the attempt back, because it would be too soon.
        var delay: ScopedTask?
        /// Asks for the connection, and reads from it.
        var reading: ScopedTask?
        /// Ends an attempt, the start of a session or a closing that takes too long.
        var deadline: ScopedTask?
        /// Asks for signs of life.
        var liveness: ScopedTask?
        /// How long there has been none.
        var silence: Silence?
        /// What starts or ends a session, and where messages go meanwhile.
        var session: (role: SessionRole, task: ScopedTask, queue: BoundedQueue<ReceivedMessage>)?
        /// The session that has the connection, from its start until its end is over.
        var sessionNumber: Int?
        /// How the connection has ended, if somebody who starts a session on it has yet to learn that.
        var ending: SocketError?
        /// An end of the connection is no failure: a session has said farewell.
        var isEndExpected = false
        /// The session that is to be started when the one before it has been ended.
        var nextSession: Int?
        /// Why a message could not be sent; what the peer has to say of it may be on its way.
        var sendError: TransportError?
        /// Who measures a round trip, or wants a sign of life; the first is under way.
        var roundTrips: [(start: AnyClock.Instant, promise: Promise<Duration>)] = []
        /// The sign of life that was asked for last.
        var sign: Promise<Duration>?

        struct Silence {
            /// What was counted when something was noticed last, of what came in and of hold-ups.
            let activity: [Int]
            let start: AnyClock.Instant
            /// When the peer was asked for a sign of life.
            var askTime: AnyClock.Instant?
        }

        enum SessionRole {
            case starting
            case ending
        }

        init(number: Int) { self.number = number }

        /// Stops whoever starts or ends a session; what was meant for them is nobody else's business.
        func stopSession() {
            session?.queue.removeAll()
            session?.queue.close()
            session = nil
            nextSession = nil
        }

        /// Lets go of the connection.
        func end() {
            stopSession()
            for (_, promise) in roundTrips { promise.fulfill(with: .failure(SocketError.notConnected)) }
            roundTrips = []
            transport?.abort()
            transport = nil
        }

        deinit { end() }
    }
}
