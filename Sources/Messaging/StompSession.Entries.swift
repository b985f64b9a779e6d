import Sockets

extension StompSession {
    /// A message that the server has not acknowledged.
    struct PendingSend {
        let frame: Frame
        let receipt: SendReceipt
        var wasWritten = false
        /// How often the server has closed the connection upon it.
        var closings = 0

        /// What to send, with a mark if it may be known already.
        var frameToWrite: Frame {
            guard wasWritten else { return frame }
            var frame = frame
            frame.headers.append(Frame.Header(StompSession.repetitionHeader, "true"))
            return frame
        }
    }

    /// A subscription that is made on each connection.
    struct SubscriptionEntry {
        let id: String
        let frame: Frame
        let acknowledgement: Acknowledgement
        let mailbox: Mailbox<StompMessage>
        /// Why the subscription has ended, if there is anything to say.
        let failure = Promise<Void>()
        /// The server has confirmed it on the present connection.
        var isConfirmed = false
        var closings = 0

        /// Ends the subscription; what was not read yet is read no more.
        func end(_ error: StompError? = nil) {
            if let error { failure.keep(.failure(error)) }
            mailbox.empty(age: 1)
            mailbox.close()
        }
    }

    /// A server was told that the session ends on a connection; kept when that is known to be so.
    struct Farewell {
        let attempt: Int
        let promise = Promise<Void>()

        var id: String { "farewell-\(attempt)" }
    }

    /// A message on its way to its subscription.
    struct Delivery: Sendable {
        let message: StompMessage
        let mailbox: Mailbox<StompMessage>
    }
}
