import Foundation
import Sockets

extension StompSession {
    /// A message that the server has not acknowledged.
    struct PendingSend {
        let frame: Frame
        let receipt: SendReceipt
        private(set) var wasWritten = false
        /// How often the server has closed the connection upon it.
        var closings = 0

        /// Sends the message, with a mark if it may be known already.
        mutating func write(to connection: LiveConnection) {
            var frame = frame
            if wasWritten { frame.headers.append(Frame.Header(StompSession.repetitionHeader, "true")) }
            connection.write(frame)
            wasWritten = true
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
        /// Kept when the server has confirmed it for the first time.
        let confirmation = Promise<Void>()
        /// The server has confirmed it on the present connection.
        var isConfirmed = false
        var closings = 0

        /// The receipt that was asked for on the present connection.
        var receipt = ""

        /// Asks for the subscription, and for another receipt: one of an earlier connection says nothing about this one.
        mutating func write(to connection: LiveConnection) {
            receipt = UUID().uuidString
            isConfirmed = false
            var frame = frame
            frame.headers.append(Frame.Header("receipt", receipt))
            connection.write(frame)
        }

        /// Ends the subscription; what was not read yet is read no more.
        ///
        /// - Returns: What was not read, as far as it is to be acknowledged.
        @discardableResult func end(_ error: StompError? = nil) -> [StompMessage] {
            if let error { failure.keep(.failure(error)) }
            confirmation.keep(.failure(error ?? .ended))
            var unread: [StompMessage] = []
            mailbox.close { unread.append($0) }
            mailbox.empty()  // Something may be on its way to who reads.
            return unread.filter { $0.acknowledgementID != nil }
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
