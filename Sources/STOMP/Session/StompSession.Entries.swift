import AsyncPrimitives
import Foundation
import Sockets

extension StompSession {
    /// How a frame fares that the server is to confirm.
    struct Standing {
        /// The connection that it was written to last.
        private(set) var attempt: Int?
        /// The server has confirmed it there.
        private(set) var isConfirmed = false
        /// The server has closed a connection on which it was not confirmed.
        private(set) var isSuspect = false
        /// The server was given long enough, and has neither confirmed it nor closed the connection.
        private(set) var isExcused = false
        /// How often in a row the server has closed the connection when nothing but this was not confirmed.
        private(set) var closings = 0

        /// Whether the server may be about to close this connection upon it.
        func isOutstanding(on attempt: Int) -> Bool { self.attempt == attempt && !isConfirmed && !isExcused }

        mutating func write(_ frame: Frame, to connection: LiveConnection) {
            connection.write(frame)
            attempt = connection.attempt
            isConfirmed = false
            isExcused = false
        }

        mutating func confirm() {
            isConfirmed = true
            isSuspect = false
            closings = 0
        }

        mutating func excuse() {
            isExcused = true
            isSuspect = false
        }

        mutating func suspect(alone isAlone: Bool) {
            isSuspect = true
            if isAlone { closings += 1 }
        }
    }

    /// A message that the server has not acknowledged.
    struct PendingSend {
        let frame: Frame
        let receipt: SendReceipt
        var standing = Standing()

        /// Sends the message, with a mark if it may be known already.
        mutating func write(to connection: LiveConnection) {
            var frame = frame
            if standing.attempt != nil { frame.headers.append(Frame.Header(StompSession.repetitionHeader, "true")) }
            standing.write(frame, to: connection)
        }
    }

    /// A subscription that is made on each connection.
    struct SubscriptionEntry {
        let id: String
        let frame: Frame
        let acknowledgement: Acknowledgement
        let queue: BoundedQueue<StompMessage>
        /// Why the subscription has ended, if there is anything to say.
        let failure = Promise<Void>()
        /// Kept when the server has confirmed it for the first time.
        let confirmation = Promise<Void>()
        var standing = Standing()

        /// The receipt that was asked for on the present connection.
        private(set) var receipt = ""

        /// Asks for the subscription, and for another receipt: one of an earlier connection says nothing about this one.
        mutating func write(to connection: LiveConnection) {
            receipt = UUID().uuidString
            var frame = frame
            frame.headers.append(Frame.Header("receipt", receipt))
            standing.write(frame, to: connection)
        }

        /// Ends the subscription; what was not read yet is read no more.
        func end(_ error: StompError? = nil) {
            if let error { failure.fulfill(with: .failure(error)) }
            confirmation.fulfill(with: .failure(error ?? .ended))
            queue.close()
            queue.removeAll()  // Something may be on its way to who reads.
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
        let queue: BoundedQueue<StompMessage>
    }
}
