import Sockets

// The frames of a client. Each method creates a frame with the headers that its command requires. `headers` adds further
// ones after these; a repetition of one of these does not count.

extension Frame {
    /// Asks a server for a session, in version 1.2 and no other.
    ///
    /// Source: STOMP 1.2, "CONNECT or STOMP Frame" and "Protocol Negotiation".
    ///
    /// - Parameters:
    ///   - host: The virtual host; for a broker without one, its name.
    ///   - login: The name of the user.
    ///   - passcode: A password or an access token; no description shows it.
    ///   - heartBeat: The heart-beats that the client promises and wants; the server answers with its own.
    ///   - headers: Further headers.
    /// - Returns: A `CONNECT` frame.
    public static func connect(
        host: String, login: String? = nil, passcode: String? = nil, heartBeat: HeartBeat = .none,
        headers: [Header] = []
    ) -> Frame {
        make(
            .connect,
            [
                ("accept-version", "1.2"), ("host", host), ("login", login), ("passcode", passcode),
                ("heart-beat", heartBeat.headerValue),
            ], headers)
    }

    /// Sends a message to a destination.
    ///
    /// Source: "SEND".
    ///
    /// - Parameters:
    ///   - body: The message.
    ///   - destination: The destination, in the form that the server knows.
    ///   - contentType: The MIME type of the body; without one, the body is any octets.
    ///   - receipt: The name of the server's receipt for the frame.
    ///   - headers: Further headers for the server and the receivers.
    /// - Returns: A `SEND` frame.
    public static func send(
        _ body: [UInt8], to destination: String, contentType: String? = nil, receipt: String? = nil,
        headers: [Header] = []
    ) -> Frame {
        make(.send, [("destination", destination), ("content-type", contentType), ("receipt", receipt)], headers, body)
    }

    /// Listens to a destination.
    ///
    /// Source: "SUBSCRIBE".
    ///
    /// - Parameters:
    ///   - id: The name of the subscription, unique on its connection.
    ///   - destination: The destination, in the form that the server knows.
    ///   - acknowledgement: The way in which messages are acknowledged.
    ///   - receipt: The name of the server's receipt for the frame.
    ///   - headers: Further headers.
    /// - Returns: A `SUBSCRIBE` frame.
    public static func subscribe(
        id: String, to destination: String, acknowledgement: Acknowledgement = .automatic, receipt: String? = nil,
        headers: [Header] = []
    ) -> Frame {
        make(
            .subscribe,
            [("id", id), ("destination", destination), ("ack", acknowledgement.rawValue), ("receipt", receipt)],
            headers)
    }

    /// Ends a subscription. Source: "UNSUBSCRIBE".
    public static func unsubscribe(id: String, receipt: String? = nil, headers: [Header] = []) -> Frame {
        make(.unsubscribe, [("id", id), ("receipt", receipt)], headers)
    }

    /// Confirms that a message was consumed, by its ``ServerFrame/Message/acknowledgementID``. Source: "ACK".
    public static func ack(
        id: String, transaction: String? = nil, receipt: String? = nil, headers: [Header] = []
    ) -> Frame {
        make(.ack, [("id", id), ("transaction", transaction), ("receipt", receipt)], headers)
    }

    /// Reports that a message was not consumed, by its ``ServerFrame/Message/acknowledgementID``. Source: "NACK".
    public static func nack(
        id: String, transaction: String? = nil, receipt: String? = nil, headers: [Header] = []
    ) -> Frame {
        make(.nack, [("id", id), ("transaction", transaction), ("receipt", receipt)], headers)
    }

    /// Reports that a message will never be consumed; RabbitMQ then does not deliver it again, by a header of its own.
    static func nackWithoutRequeue(id: String) -> Frame { nack(id: id, headers: [Header("requeue", "false")]) }

    /// Begins a transaction. Source: "BEGIN".
    public static func begin(transaction: String, receipt: String? = nil, headers: [Header] = []) -> Frame {
        make(.begin, [("transaction", transaction), ("receipt", receipt)], headers)
    }

    /// Commits a transaction. Source: "COMMIT".
    public static func commit(transaction: String, receipt: String? = nil, headers: [Header] = []) -> Frame {
        make(.commit, [("transaction", transaction), ("receipt", receipt)], headers)
    }

    /// Aborts a transaction. Source: "ABORT".
    public static func abort(transaction: String, receipt: String? = nil, headers: [Header] = []) -> Frame {
        make(.abort, [("transaction", transaction), ("receipt", receipt)], headers)
    }

    /// Ends the session; no other frame may follow. Source: "DISCONNECT".
    ///
    /// With a receipt the server acknowledges all frames so far; some servers close the connection without it.
    public static func disconnect(receipt: String? = nil, headers: [Header] = []) -> Frame {
        make(.disconnect, [("receipt", receipt)], headers)
    }

    private static func make(
        _ command: Command, _ named: [(name: String, value: String?)], _ headers: [Header], _ body: [UInt8] = []
    ) -> Frame {
        Frame(
            command, headers: named.compactMap { header in header.value.map { Header(header.name, $0) } } + headers,
            body: body)
    }
}
