import Sockets

extension LoopbackServer {
    package enum Answer: Sendable {
        case accept(subprotocol: String? = nil, Handler)
        case refuse(status: Int, headers: [HeaderField] = [])
        /// These bytes, valid or not, and nothing after them; an empty array is no answer.
        case bytes([UInt8])
    }

    /// Called with each event of a connection, on the server's queue; it sends messages at once, in order.
    package typealias Handler = @Sendable (Connection, Event) -> Void

    package enum Event: Hashable, Sendable {
        case opened
        case message(Socket.Message)
        case pong
        /// The last event: the connection is gone.
        case ended
    }
}
