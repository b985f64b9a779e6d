import Sockets

extension LoopbackServer {
    /// The answer to a client that asks for a connection.
    package enum Answer: Sendable {
        /// There is a connection from now on.
        case accept(subprotocol: String? = nil, faults: Faults = [], Handler)
        /// There is none.
        case refuse(status: Int, headers: [HeaderField] = [])
        /// No answer, for as long as the client waits.
        case noAnswer
        /// These bytes, valid or not, and nothing after them.
        case bytes([UInt8])
    }

    /// Told what happens to a connection, on the server's queue; what it sends there is sent at once and in order.
    package typealias Handler = @Sendable (Connection, Event) -> Void

    /// An event of a connection that was accepted.
    package enum Event: Hashable, Sendable {
        case opened
        case message(Socket.Message)
        case pong
        /// The last event: the connection is gone.
        case ended
    }

    /// The duties that a connection neglects.
    package struct Faults: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let ignoresPings = Faults(rawValue: 1)
        package static let ignoresCloses = Faults(rawValue: 2)
    }
}
