import Sockets

extension LoopbackServer {
    package enum Answer: Sendable {
        case accept(subprotocol: String? = nil, Handler)
        case refuse(status: Int, headers: [HeaderField] = [])
        /// These bytes, valid or not, and nothing after them; none is no answer.
        case bytes([UInt8])
    }

    /// Told what happens to a connection, on the server's queue; what it sends there is sent at once and in order.
    package typealias Handler = @Sendable (Connection, Event) -> Void

    package enum Event: Hashable, Sendable {
        case opened
        case message(Socket.Message)
        case pong
        /// The last event: the connection is gone.
        case ended
    }
}
