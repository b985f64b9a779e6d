import Sockets

/// The parts of a large message are its frames, which are encoded one by one while the message is being written.
extension FrameEncoder.Fragments: MessageParts {}

extension ClientConnection {
    /// The events that no task has taken yet, and the received bytes that are not decoded yet.
    struct Input: Sendable {
        var events = EventQueue()
        var bytes = ReadBuffer()
        var decoder: MessageDecoder
        /// True while messages may come in: from the opening of the connection until its end.
        var isOpen = false
        /// A decoded event that is no message, or a violation. The connection handles it later, on its queue.
        private var held: Result<MessageDecoder.Event, ProtocolViolation>?

        init(decoder: MessageDecoder) { self.decoder = decoder }

        /// Returns a kept event, or a message that only needs to be decoded; `nil` if the task must wait.
        mutating func takeEvent() -> TransportEvent? {
            if let event = events.takeFirst() { return event }
            guard isOpen, held == nil, !bytes.isEmpty else { return nil }
            do throws(ProtocolViolation) {
                switch try decode() {
                case .text(let text): return .text(text)
                case .binary(let bytes): return .binary(bytes)
                case let other?: held = .success(other)
                case nil: break
                }
            } catch {
                held = .failure(error)
            }
            return nil
        }

        /// Decodes the next event, a message or not. Returns `nil` if all bytes are used.
        mutating func next() throws(ProtocolViolation) -> MessageDecoder.Event? {
            if let held = held.take() { return try held.get() }
            return bytes.isEmpty ? nil : try decode()
        }

        private mutating func decode() throws(ProtocolViolation) -> MessageDecoder.Event? {
            try bytes.use { (bytes) throws(ProtocolViolation) in try decoder.next(from: &bytes) }
        }
    }

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
