/// One attempt to open a connection, and the connection that it opens.
///
/// A ``SocketClient`` makes a new transport for each attempt. ``nextEvent()`` returns the events of the connection. If
/// the connection opens, the first is ``TransportEvent/opened(subprotocol:)``, and incoming messages follow. The last
/// event of each transport is ``TransportEvent/refused(status:headers:body:)`` or ``TransportEvent/ended(_:)``.
///
/// A transport carries out its requests at once and in order. It never waits in a method that is not `async`, and may
/// be used from any thread. In such a method it may read properties of the client that need no `await`, such as its
/// status; for a request to the client it starts a task.
public protocol Transport: AnyObject, Sendable {
    /// Begins to open the connection; called once, before anything else.
    ///
    /// - Parameters:
    ///   - request: The URL, the headers and the subprotocols.
    ///   - timeout: The time until the connection must be open: for host lookup, connecting, encryption and handshake.
    ///     After that the transport ends with ``TransportError/timedOut``.
    func open(_ request: ConnectionRequest, timeout: Duration)

    /// Waits for the next event; called by one task at a time, and not again after the last event.
    ///
    /// A transport reads only while this waits, so a client that does not call it slows the peer down. Cancelling the
    /// task does not end the wait; ``abort()`` does.
    func nextEvent() async -> TransportEvent

    /// Sends a message after all earlier ones, on a connection that is open.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - completion: Called once: without an error when the message has been passed to the operating system, or with
    ///     an error when it never will be. Then no later message can be sent, and the connection will end.
    func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void)

    /// Pings the peer; the answer comes as ``TransportEvent/pong``.
    func ping()

    /// Closes the connection in an orderly way; the connection ends when the peer has closed it, too.
    ///
    /// This may take any time; ``abort()`` ends it. A connection that is not open yet is aborted.
    ///
    /// - Parameters:
    ///   - code: A code of 1000 to 1003, 1007 to 1014 or 3000 to 4999, or ``CloseCode/noStatus`` to send no code.
    ///   - reason: A text for the peer, of at most 123 bytes in UTF-8; a longer text is cut.
    /// - Precondition: The code is one of these.
    func close(code: CloseCode, reason: String)

    /// Ends a transport that has not ended, at once and with ``TransportError/aborted``; nothing more is written.
    ///
    /// A connection that has ended with a close frame of the peer is not cut off: the answering close frame may still
    /// be in flight, and the peer closes first. That takes a limited time, which no caller has to wait for.
    func abort()

    /// A count of signals that the peer is there: incoming bytes, and room for bytes that had to wait.
    ///
    /// Bytes that go into a buffer of the system do not count. But bytes from before a ping count when the peer's
    /// system takes them, because the peer cannot answer the ping before.
    var inboundActivity: Int { get }
}

/// An event of a transport.
public enum TransportEvent: Hashable, Sendable {
    /// The connection is open, with the subprotocol that the peer has chosen.
    case opened(subprotocol: String?)
    /// The last event: the peer refused the handshake with an HTTP status.
    ///
    /// `body` is the beginning of the answer's text, on one line, or empty.
    case refused(status: Int, headers: [HeaderField], body: String = "")
    /// A text message has come in.
    case text(String)
    /// A binary message has come in.
    case binary([UInt8])
    /// The peer has answered the latest ping.
    case pong
    /// The last event: the connection could not be opened, or has ended.
    case ended(Ending)

    /// The end of a connection, or the reason why there was none.
    public struct Ending: Hashable, Sendable {
        /// The code of the peer's close frame; ``CloseCode/noStatus`` for a frame without code, ``CloseCode/abnormal``
        /// for no frame.
        public let code: CloseCode
        /// The reason in the peer's close frame, or an empty text.
        public let reason: String
        /// The error; `nil` if both sides closed the connection in an orderly way.
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
