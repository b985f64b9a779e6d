import Sockets

/// A large message is encoded a frame at a time, while it is being written.
extension FrameEncoder.Fragments: MessageParts {}

extension ClientConnection {
    /// The frames to write, and what they wait for.
    struct Output {
        var queue = WriteQueue()
        /// Set when the stream has no room and is to call back when it has; cleared by that call.
        var isScheduled = false
        /// The reason why nothing can be written any more; what the peer has sent before can still be read.
        var error: TransportError?
    }

    /// The numbers of the pings of a connection, which are their payloads.
    struct Pings {
        private var count = 0
        /// The payload of the latest ping, until it is answered.
        private var unanswered: [UInt8]?

        mutating func next() -> [UInt8] {
            count += 1
            let payload = Array("\(count)".utf8)
            unanswered = payload
            return payload
        }

        /// Returns true if a pong answers the latest ping, for the first time.
        mutating func areAnswered(by payload: [UInt8]) -> Bool {
            guard payload == unanswered else { return false }
            unanswered = nil
            return true
        }
    }
}
