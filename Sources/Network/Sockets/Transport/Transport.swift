/// One attempt to open a connection, and the connection that it opens.
///
/// A ``SocketClient`` makes a transport for each attempt and never uses it again. ``nextEvent()`` returns the events of
/// the connection. A connection that opens is ``TransportEvent/opened(subprotocol:)``, followed by what comes in. The
/// last event of each transport is one ``TransportEvent/refused(status:headers:body:)`` or
/// ``TransportEvent/ended(_:)``.
///
/// A transport carries out its requests at once and in order. It never waits in a method that is not `async`, and may
/// be used from any thread. In such a method it may read what a client tells without `await`, such as its status; for a
/// request to the client it starts a task.
public protocol Transport: AnyObject, Sendable {
    /// Begins to open the connection; called once, before anything else.
    ///
    /// - Parameters:
    ///   - request: The URL, the headers and the subprotocols.
    ///   - timeout: The time until the connection is open: for looking up the host, connecting, encryption and
    ///     handshake. After that the transport has ended with ``TransportError/timedOut``.
    func open(_ request: ConnectionRequest, timeout: Duration)

    /// Waits for the next event; called by one task at a time, and not again after the last event.
    ///
    /// A transport reads only while this waits: a client that does not call it slows its peer down. Cancelling the task
    /// does not end the wait; ``abort()`` does.
    func nextEvent() async -> TransportEvent

    /// Sends a message after all earlier ones, on a connection that is open.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - completion: Called once: without an error when the message has been handed to the operating system, with one
    ///     when that will never happen. Then no later message can be sent either, and the connection is about to end.
    func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void)

    /// Pings the peer; the answer comes as ``TransportEvent/pong``.
    func ping()

    /// Closes the connection in an orderly way; it has ended when the peer has done the same.
    ///
    /// This may take any time; ``abort()`` ends it. A connection that is not open yet is aborted.
    ///
    /// - Parameters:
    ///   - code: A code of 1000 to 1003, 1007 to 1014 or 3000 to 4999, or ``CloseCode/noStatus`` to send none.
    ///   - reason: A text for the peer, of at most 123 bytes in UTF-8; a longer one is cut.
    /// - Precondition: The code is one of these.
    func close(code: CloseCode, reason: String)

    /// Ends a transport that has not ended, at once and with ``TransportError/aborted``; nothing more is written.
    ///
    /// A connection that has ended with a close frame of the peer is not cut off. The own close frame may still be in
    /// flight, and the peer closes first. That takes a bounded time, which no caller has to wait for.
    func abort()

    /// A count of what shows that the peer is there: bytes that came in, and room it made for bytes that had to wait.
    ///
    /// Bytes that go into a buffer of the system do not count, except those before a ping that the peer's system takes: the
    /// peer cannot answer before.
    var inboundActivity: Int { get }
}

/// An event of a transport.
public enum TransportEvent: Hashable, Sendable {
    /// The connection is open, with the subprotocol that the peer has chosen.
    case opened(subprotocol: String?)
    /// The last event: the peer answered the handshake with something other than a connection.
    ///
    /// `body` is the beginning of a text that came with it, on one line, or empty: what else the peer says about that.
    case refused(status: Int, headers: [HeaderField], body: String = "")
    /// A message of text has come in.
    case text(String)
    /// A message of bytes has come in.
    case binary([UInt8])
    /// The peer has answered the latest ping.
    case pong
    /// The last event: there is no connection, or there is none any more.
    case ended(Ending)

    /// The end of a connection, or the reason why there was none.
    public struct Ending: Hashable, Sendable {
        /// The code of the peer's close frame; ``CloseCode/noStatus`` if it had none, ``CloseCode/abnormal`` without a frame.
        public let code: CloseCode
        /// The reason in the peer's close frame, or an empty text.
        public let reason: String
        /// The error, or `nil` if both sides closed the connection in an orderly way.
        public let error: TransportError?

        public init(code: CloseCode, reason: String = "", error: TransportError? = nil) {
            self.code = code
            self.reason = reason
            self.error = error
        }

        /// An end without a close frame of the peer.
        package static func abnormal(_ error: TransportError) -> Ending { Ending(code: .abnormal, error: error) }
    }
}
