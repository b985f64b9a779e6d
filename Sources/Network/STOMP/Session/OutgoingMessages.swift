import Sockets

extension StompSession {
    /// The messages that the server has not acknowledged, by name, and their bytes together.
    struct OutgoingMessages: Sequence {
        private var messages: [RefusalDetector.ID: OutgoingMessage] = [:]
        /// The number of bytes of all messages.
        private(set) var byteCount = 0

        var count: Int { messages.count }

        var values: some Collection<OutgoingMessage> { messages.values }

        subscript(id: RefusalDetector.ID) -> OutgoingMessage? {
            get { messages[id] }
            set {
                byteCount += (newValue?.frame.byteCount ?? 0) - (messages[id]?.frame.byteCount ?? 0)
                messages[id] = newValue
            }
        }

        mutating func removeValue(forKey id: RefusalDetector.ID) -> OutgoingMessage? {
            defer { self[id] = nil }
            return messages[id]
        }

        func makeIterator() -> Dictionary<RefusalDetector.ID, OutgoingMessage>.Iterator { messages.makeIterator() }
    }
}

extension Frame {
    /// The number of bytes of the headers and the body.
    var byteCount: Int { headers.byteCount + body.count }
}

extension [HeaderField] {
    /// The number of bytes of the names and values.
    var byteCount: Int { reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
}
