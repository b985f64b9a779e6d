extension SendQueue {
    struct Connection: Sendable {
        let transport: any Transport
        /// The transport, if it takes several messages at once; otherwise `nil`.
        private let batchTransport: (any BatchTransport)?
        /// Called when a message could not be sent.
        let failed: @Sendable (TransportError) -> Void

        init(transport: any Transport, failed: @escaping @Sendable (TransportError) -> Void) {
            self.transport = transport
            batchTransport = transport as? any BatchTransport
            self.failed = failed
        }

        /// True if the transport reports which messages it has not begun, so that the queue can send them again.
        var returnsMessages: Bool { batchTransport != nil }

        /// Sends messages. The caller passes only one message if the transport takes no batches.
        func send(_ messages: [Socket.Message], completion: @escaping @Sendable (BatchResult) -> Void) {
            if let batchTransport { return batchTransport.send(messages, completion: completion) }
            transport.send(messages[0]) { error in
                completion(BatchResult(sent: error == nil ? 1 : 0, cut: error == nil ? 0 : 1, error: error))
            }
        }
    }
}
