/// One attempt to open a connection, and the connection that it opens.
///
/// A ``SocketClient`` makes a new transport for each attempt. ``nextEvent()`` returns the events of the connection. If
/// the connection opens, the first is ``TransportEvent/opened(subprotocol:)``, and incoming messages follow. The last
/// event of each transport is ``TransportEvent/refused(status:headers:body:)`` or ``TransportEvent/ended(code:reason:error:)``.
///
/// A transport carries out its requests at once and in order. Any thread may use it. Its methods without `async` never
/// wait. Such a method may read properties of the client that need no `await`, such as the status; for a request to the
/// client it starts a task.
public protocol Transport: AnyObject, Sendable {
    /// Begins to open the connection; called once, before anything else.
    ///
    /// - Parameters:
    ///   - request: The URL, the headers and the subprotocols.
    ///   - timeout: The time until the connection must be open: for host lookup, connecting, encryption and handshake.
    ///     After this time the transport ends with ``TransportError/timedOut``.
    func open(_ request: ConnectionRequest, timeout: Duration)

    /// Waits for the next event; called by one task at a time, and not again after the last event.
    ///
    /// A transport reads only while a task waits here, so a client that does not call this method slows the peer down.
    /// Cancelling the task does not end the wait; ``abort()`` does.
    func nextEvent() async -> TransportEvent

    /// Sends a message on an open connection, after all earlier messages.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - completion: Called once: without an error when the message has been passed to the operating system, or with
    ///     an error when it never will be. Then no later message can be sent, and the connection will end.
    func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void)

    /// Pings the peer; the answer comes as ``TransportEvent/pong``.
    func ping()

    /// Closes the connection in an orderly way. The connection ends when the peer has closed it, too.
    ///
    /// This may take any time; ``abort()`` ends the wait. A connection that is not open yet is aborted.
    ///
    /// - Parameters:
    ///   - code: A code of 1000 to 1003, 1007 to 1014 or 3000 to 4999, or ``CloseCode/noStatus`` to send no code.
    ///   - reason: A text for the peer, of at most 123 bytes in UTF-8; a longer text is cut.
    /// - Precondition: The code is one of the codes above.
    func close(code: CloseCode, reason: String)

    /// Ends a transport at once, with ``TransportError/aborted``, and writes nothing more; no effect after the end.
    ///
    /// If the peer has sent a close frame, the connection is not cut off: the answering close frame may still be in
    /// flight, and the peer closes first. That takes a limited time, which no caller has to wait for.
    func abort()

    /// A count that grows with each signal of the peer: incoming bytes, and room for bytes that had to wait.
    ///
    /// Bytes that go into a buffer of the own system do not count. But bytes from before a ping count when the peer's
    /// system takes them, because the peer must take them before it can answer the ping.
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
    ///
    /// `code` and `reason` are those of the peer's close frame: ``CloseCode/noStatus`` for a frame without code,
    /// ``CloseCode/abnormal`` for no frame. `error` is `nil` if both sides closed the connection in an orderly way.
    case ended(code: CloseCode, reason: String = "", error: TransportError? = nil)

    /// An end without a close frame of the peer.
    package static func abnormal(_ error: TransportError) -> TransportEvent { .ended(code: .abnormal, error: error) }
}
