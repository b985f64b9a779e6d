import AsyncPrimitives

extension SocketClient {
    /// One attempt to connect, and the connection that it opens. Its tasks end with the attempt.
    final class Attempt {
        let number: Int
        /// Decides about the sessions on the connection, and what the end of the connection means.
        let slot = SessionSlot()

        /// The connection; `nil` until the request for it has been made, and again after the end of the attempt.
        var transport: (any Transport)?
        var isOpen = false
        var subprotocol: String?
        var tasks = Tasks()
        /// The start or the end of a session; `nil` while neither is in progress.
        var exchange: Exchange?
        /// The connection as an object that the latest session uses; `nil` before the first session.
        var sessionConnection: SessionConnection?
        var liveness: Liveness
        var pings = PingTracker()

        struct Tasks {
            /// Delays the attempt until the schedule allows it; `nil` once the attempt has begun.
            var delay: ScopedTask?
            /// Makes the request for the connection, and reads from it.
            var reading: ScopedTask?
            /// Ends the attempt when connecting, the start of a session or closing takes too long.
            var deadline: ScopedTask?
            var liveness: ScopedTask?
        }

        /// A task that starts or ends a session, and the queue of the peer's messages for this task.
        struct Exchange {
            let task: ScopedTask
            let queue: BoundedQueue<ReceivedMessage>
        }

        init(number: Int, liveness: Liveness) {
            self.number = number
            self.liveness = liveness
        }

        /// Cancels the start or the end of a session, and drops the messages that the session has not received.
        func cancelExchange() {
            exchange?.queue.removeAll()
            exchange?.queue.close()
            exchange = nil
        }

        /// Aborts the connection, cancels the exchange, and fails the round trips.
        func abort() {
            cancelExchange()
            pings.failAll()
            transport?.abort()
            transport = nil
        }

        deinit { abort() }
    }
}
