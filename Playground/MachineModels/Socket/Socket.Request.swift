import Sockets

extension Socket {
    /// A request of a socket as a value, which a program can choose, record, or send to another isolation domain.
    ///
    /// The reports have no numbers here: `perform(_:offset:)` adds the current ones.
    public enum Request: Hashable, Sendable {
        /// Asks for a connection.
        case connect
        /// Closes the connection, and drops the queued messages.
        case disconnect
        /// Ends the session and keeps the connection.
        case suspend
        /// Asks for a new session after `suspend`.
        case resume
        /// Reports that the attempt has opened a connection.
        case connected
        /// Reports that the attempt has failed, or that its connection is lost.
        case connectionFailed
        /// Reports that the peer does not accept the client.
        case authFailed
        /// Reports that the session has started.
        case startedSession
        /// Reports that it is time for the next attempt.
        case reconnectTimerFired
        /// Reports that the attempt or the connection has been closed as requested.
        case disconnected
        /// Sends a message, or queues it.
        case send(Message)
    }
}

extension Socket.Request: CaseIterable {
    /// One request of each kind, in the order of the cases, with an example of each argument.
    public static let allCases: [Self] = [
        .connect, .disconnect, .suspend, .resume, .connected, .connectionFailed, .authFailed, .startedSession,
        .reconnectTimerFired, .disconnected, .send(.text("Ahoy")),
    ]
}

extension Socket.Request: CustomStringConvertible {
    /// The name of the request, without its argument: `send`.
    public var description: String {
        switch self {
        case .connect: "connect"
        case .disconnect: "disconnect"
        case .suspend: "suspend"
        case .resume: "resume"
        case .connected: "connected"
        case .connectionFailed: "connectionFailed"
        case .authFailed: "authFailed"
        case .startedSession: "startedSession"
        case .reconnectTimerFired: "reconnectTimerFired"
        case .disconnected: "disconnected"
        case .send: "send"
        }
    }
}
