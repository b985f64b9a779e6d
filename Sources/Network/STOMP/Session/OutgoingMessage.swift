import AsyncPrimitives
import Sockets

extension StompSession {
    /// A message that the server has not acknowledged.
    struct OutgoingMessage {
        let frame: Frame
        let send: PendingSend
        /// The only connection that the message may go out on; `nil` if it may go out on any.
        let connection: Int?
    }

    /// A `DISCONNECT` on a connection; its promise is fulfilled when the server has answered it or the connection has ended.
    struct DisconnectRequest {
        let connection: Int
        let answer = Promise<Void>()

        /// The receipt that the frame asks for.
        var receipt: String { "disconnect-\(connection)" }
    }
}
