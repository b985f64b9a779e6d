import Sockets

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
}
