import AsyncPrimitives

extension RefusalDetector {
    /// A frame that the server is to confirm, and how it has fared on the connections so far.
    struct TrackedFrame {
        let id: ID
        let queue: FrameQueue.Name
        /// True if the frame is written on one connection only.
        let isAtMostOnce: Bool
        /// The place of the frame among all that were added.
        let number: Int
        /// The connections from the first to the last that the frame was written to.
        var connections: ClosedRange<Int>?
        /// The place of a message among those that were written to the last of them.
        var position = 0
        /// True from a closing while the frame was unconfirmed until it is confirmed or cleared.
        var isSuspected = false
        /// The closings in a row while no other frame was unconfirmed.
        var closings = 0
        /// The number of checks on the last connection at which the frame was unconfirmed.
        var checks = 0
        /// The number of connections on which the server had the time to confirm the frame, and did not.
        var silences = 0

        /// The connection that the frame was written to last.
        var connection: Int? { connections?.upperBound }

        var isMessage: Bool { queue != .subscription(id) }

        /// The receipt that the frame has asked for.
        ///
        /// A subscription asks for another one on each connection, as its receipt of an earlier one says nothing about this
        /// one. A message is confirmed once and for all.
        var receipt: String? { connection.map { isMessage ? id : "\(id)/\($0)" } }
    }

    /// The frames that must go out in order: the messages to one destination, or one subscription.
    struct FrameQueue {
        enum Name: Hashable { case subscription(ID), destination(String) }

        /// The place of a frame among those of all queues; subscriptions come first.
        struct Turn: Comparable {
            let id: ID
            private let isMessage: Bool
            private let number: Int

            init(_ frame: TrackedFrame) { (id, isMessage, number) = (frame.id, frame.isMessage, frame.number) }

            static func < (left: Turn, right: Turn) -> Bool {
                left.isMessage == right.isMessage ? left.number < right.number : right.isMessage
            }
        }

        /// The greatest number of messages to one destination that the server may not have handled yet.
        static let window = 100
        /// The number of refusals in a row after which the messages that wait for the destination are refused with them.
        static let refusalLimit = 3

        var count = 0
        /// The frames that the connection does not have, in order; some are gone.
        var unwritten = Queue<ID>()
        /// The positions of the messages that the connection has; the server may have handled the first of them.
        var unhandled = Queue<Int>()
        /// The messages in a row that were refused, because the server closed connections upon them.
        var refusals = 0
        /// The messages in a row that were dropped, because the server did not acknowledge them.
        var silences = 0

        /// Begins a connection, which has none of the frames.
        mutating func connectionOpened() { (unwritten, unhandled) = (Queue(), Queue()) }

        /// Returns true if there is room for one more message, when the server has handled all up to a position.
        mutating func hasRoom(after handled: Int) -> Bool {
            while let first = unhandled.first, first <= handled { _ = unhandled.popFirst() }
            return unhandled.count < Self.window
        }
    }
}
