import AsyncPrimitives

/// One attempt to open a connection, and the connection that it opens.
///
/// A ``SocketClient`` makes a transport for each attempt and never uses it again. Everything that happens is told by
/// ``nextEvent()``: a connection that opens is ``TransportEvent/opened(subprotocol:)``, followed by what comes in, and the
/// last event of each transport is one ``TransportEvent/refused(status:headers:)`` or ``TransportEvent/ended(_:)``.
///
/// A transport carries out what it is told at once and in order, never waits in a method that is not `async`, and may be
/// used from anywhere.
public protocol Transport: AnyObject, Sendable {
    /// Begins to open the connection; called once, before anything else.
    ///
    /// - Parameters:
    ///   - request: Where to, and with which headers and subprotocols.
    ///   - timeout: How long everything may take until the connection is open: looking up the host, connecting,
    ///     encryption, handshake. After that the transport has ended with ``TransportError/timedOut``.
    func open(_ request: ConnectionRequest, timeout: Duration)

    /// Waits for what happens next; called by one task at a time, and not again after the last event.
    ///
    /// A transport reads no further than it is asked to: a client that does not ask slows its peer down. Cancelling the
    /// task does not end the wait; ``abort()`` does.
    func nextEvent() async -> TransportEvent

    /// Sends a message after all earlier ones, on a connection that is open.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - completion: Called once: without an error when the message has been handed to the operating system, with one
    ///     when that will never happen.
    func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void)

    /// Asks the peer for a sign of life, which comes as ``TransportEvent/pong``.
    func ping()

    /// Closes the connection in an orderly way; it has ended when the peer has done the same.
    ///
    /// There is no bound on how long that takes; ``abort()`` ends it. What is not open yet is aborted.
    ///
    /// - Parameters:
    ///   - code: What the peer is told: 1000 to 1003, 1007 to 1014 or 3000 to 4999, which are all that RFC 6455 and its
    ///     registry let anybody send, or ``CloseCode/noStatus`` to say nothing. Another one is a mistake of the program,
    ///     which is stopped.
    ///   - reason: What the peer is told besides, of at most 123 bytes in UTF-8; a longer one is cut.
    func close(code: CloseCode, reason: String)

    /// Ends a transport that has not ended, at once and with ``TransportError/aborted``; nothing is written any more.
    ///
    /// A connection that has ended with the peer's farewell is not cut off by it: the own farewell may still be on its way,
    /// and the peer is to close first. That takes a bounded time, and nobody has to wait for it.
    func abort()

    /// Counts whatever shows that the peer is there: bytes that came in, and room it made for bytes that had to wait.
    ///
    /// Bytes that go straight into a buffer of the system's show nothing.
    var inboundActivity: Int { get }
}

/// What happens to a transport.
public enum TransportEvent: Hashable, Sendable {
    /// The connection is open, with the subprotocol that the peer has chosen.
    case opened(subprotocol: String?)
    /// The last event: the peer answered the handshake with something other than a connection.
    case refused(status: Int, headers: [HeaderField])
    case text(String)
    case binary([UInt8])
    /// The peer has answered the latest ping.
    case pong
    /// The last event: there is no connection, or there is none any more.
    case ended(Ending)

    /// How a connection ended, or why there was none.
    public struct Ending: Hashable, Sendable {
        /// What the peer gave as its code; ``CloseCode/noStatus`` if it gave none, ``CloseCode/abnormal`` without a farewell.
        public let code: CloseCode
        /// What the peer said besides, or nothing.
        public let reason: String
        /// What went wrong, or `nil` if both sides closed the connection in an orderly way.
        public let error: TransportError?

        public init(code: CloseCode, reason: String = "", error: TransportError? = nil) {
            self.code = code
            self.reason = reason
            self.error = error
        }

        /// An end without a farewell.
        public static func abnormal(_ error: TransportError) -> Ending { Ending(code: .abnormal, error: error) }
    }
}
