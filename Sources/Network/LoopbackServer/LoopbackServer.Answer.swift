import Sockets

extension LoopbackServer {
    package enum Answer: Sendable {
        case accept(subprotocol: String? = nil, Handler)
        case refuse(status: Int, headers: [HeaderField] = [])
        /// Sends these bytes, valid or not, and nothing after them. With an empty array the server never answers.
        case bytes([UInt8])
    }

    /// A function that is called with each event of a connection, on the server's queue. Messages that it sends go out
    /// at once, in order.
    package typealias Handler = @Sendable (Connection, Event) -> Void

    package enum Event: Hashable, Sendable {
        case opened
        case message(Socket.Message)
        /// The last event: the connection is gone.
        case ended
    }
}
