import Sockets

extension StompSession {
    /// The messages that the server has not acknowledged, by name, and their bytes together.
    struct OutgoingMessages: Sequence {
        private var messages: [RefusalDetector.ID: OutgoingMessage] = [:]
        /// The number of bytes of all messages.
        private(set) var byteCount = 0

        var values: some Collection<OutgoingMessage> { messages.values }

        subscript(id: RefusalDetector.ID) -> OutgoingMessage? {
            get { messages[id] }
            set {
                byteCount += (newValue?.frame.byteCount ?? 0) - (messages[id]?.frame.byteCount ?? 0)
                messages[id] = newValue
            }
        }

        @discardableResult mutating func removeValue(forKey id: RefusalDetector.ID) -> OutgoingMessage? {
            defer { self[id] = nil }
            return messages[id]
        }

        /// Returns true if the limit allows one more message: one that is larger than the limit has to be alone.
        func hasRoom(for frame: Frame, byteLimit: Int) -> Bool {
            messages.isEmpty || frame.byteCount <= byteLimit - byteCount
        }

        func makeIterator() -> Dictionary<RefusalDetector.ID, OutgoingMessage>.Iterator { messages.makeIterator() }
    }
}

extension Frame {
    /// The number of bytes of the headers and the body.
    var byteCount: Int { headers.byteCount + body.count }
}

extension [Frame.Header] {
    /// The number of bytes of the names and values.
    var byteCount: Int { reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
}
