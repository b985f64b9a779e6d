/// A transport that takes several messages at once, so that small ones can be written together.
///
/// A ``SocketClient`` gives such a transport several waiting messages at once. Any other transport gets one message at
/// a time, because it cannot tell which messages were begun when the connection breaks.
package protocol BatchTransport: Transport {
    /// Sends at least one message on an open connection, in order and after all earlier messages.
    ///
    /// The completion is called once, when the operating system has all messages, or will never get the rest.
    func send(_ messages: [Socket.Message], completion: @escaping @Sendable (BatchResult) -> Void)
}

/// The outcome of a batch: the numbers of messages that were sent and cut, and the error, if any.
package struct BatchResult: Hashable, Sendable {
    /// The number of messages, from the first on, that the operating system has taken.
    package var sent: Int
    /// The number of messages after the sent messages that may have been written in part.
    package var cut: Int
    /// The reason why the remaining messages were not sent; `nil` if all were sent.
    ///
    /// Nothing was written of the messages after the sent and cut ones, so they may be sent on another connection.
    package var error: TransportError?

    package init(sent: Int, cut: Int = 0, error: TransportError? = nil) {
        self.sent = sent
        self.cut = cut
        self.error = error
    }
}
