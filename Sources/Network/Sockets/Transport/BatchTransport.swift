/// A transport that takes several messages at once, so that small ones can be written together.
///
/// A ``SocketClient`` gives such a transport all messages that wait. It gives any other one message at a time, because it
/// could not tell which of several messages were begun when the connection breaks.
package protocol BatchTransport: Transport {
    /// Sends messages in order, after all earlier ones, on a connection that is open.
    ///
    /// - Parameters:
    ///   - messages: At least one message.
    ///   - completion: Called once, when the operating system has all of the messages, or will never have the rest.
    func send(_ messages: [Socket.Message], completion: @escaping @Sendable (BatchResult) -> Void)
}

/// The outcome of a batch: how many of its messages were sent, from the first one on.
package struct BatchResult: Hashable, Sendable {
    /// The number of messages that the operating system has taken: the first ones.
    package var sent: Int
    /// The number of messages after those of which a part may have been written.
    package var cut: Int
    /// The reason why the others were not sent; `nil` if all were.
    ///
    /// Of the messages after those that were sent or cut nothing has been written: they may be sent on another connection.
    package var error: TransportError?

    package init(sent: Int, cut: Int = 0, error: TransportError? = nil) {
        self.sent = sent
        self.cut = cut
        self.error = error
    }
}
