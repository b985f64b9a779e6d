import Sockets

/// The parts of a large message are its frames, which are encoded one by one while the message is being written.
extension FrameEncoder.Fragments: MessageParts {}

extension ClientConnection {
    /// The frames to write, and the state of writing.
    struct Output {
        var queue = WriteQueue()
        /// True while the stream has no room, and will call back when it has.
        var isScheduled = false
        /// The reason why nothing can be written any more; data that the peer has sent can still be read.
        var error: TransportError?
    }

    /// Numbers the pings of a connection, and finds the pong for the latest ping. The payload of a ping is its number.
    struct Pings {
        private var count = 0
        /// The payload of the latest ping; `nil` once the ping is answered.
        private var unanswered: [UInt8]?

        mutating func next() -> [UInt8] {
            count += 1
            let payload = Array("\(count)".utf8)
            unanswered = payload
            return payload
        }

        /// Returns true if a pong is the first answer to the latest ping.
        mutating func areAnswered(by payload: [UInt8]) -> Bool {
            guard payload == unanswered else { return false }
            unanswered = nil
            return true
        }
    }
}
