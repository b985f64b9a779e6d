import Sockets

// Each method makes a frame with the headers that its command requires. More may follow in `headers`, after those that
// are named; a repetition of one that is named does not count.

extension Frame {
    /// Asks a server for a session, in version 1.2 and no other.
    ///
    /// Source: STOMP 1.2, "CONNECT or STOMP Frame" and "Protocol Negotiation".
    ///
    /// - Parameters:
    ///   - host: The virtual host; of a broker that has none, its name.
    ///   - login: Who asks.
    ///   - passcode: What proves it, such as an access token; descriptions leave it out.
    ///   - heartBeat: What the client can and wishes to do; the server answers with its own.
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
    ///   - destination: Where to; what it looks like is up to the server.
    ///   - contentType: What the body is, as a MIME type; without one, octets that nobody knows.
    ///   - receipt: What the server is to acknowledge the frame by.
    ///   - headers: Further headers, among them those that the receivers get.
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
    ///   - id: What the subscription is called, which no other one on the same connection is.
    ///   - destination: What to listen to.
    ///   - acknowledgement: How the messages are acknowledged.
    ///   - receipt: What the server is to acknowledge the frame by.
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

    /// Says that a message was consumed, by its ``ServerFrame/Message/acknowledgementID``. Source: "ACK".
    public static func ack(
        id: String, transaction: String? = nil, receipt: String? = nil, headers: [Header] = []
    ) -> Frame {
        make(.ack, [("id", id), ("transaction", transaction), ("receipt", receipt)], headers)
    }

    /// Says that a message was not consumed, by its ``ServerFrame/Message/acknowledgementID``. Source: "NACK".
    public static func nack(
        id: String, transaction: String? = nil, receipt: String? = nil, headers: [Header] = []
    ) -> Frame {
        make(.nack, [("id", id), ("transaction", transaction), ("receipt", receipt)], headers)
    }

    /// Begins a transaction. Source: "BEGIN".
    public static func begin(transaction: String, receipt: String? = nil, headers: [Header] = []) -> Frame {
        make(.begin, [("transaction", transaction), ("receipt", receipt)], headers)
    }

    /// Carries a transaction out. Source: "COMMIT".
    public static func commit(transaction: String, receipt: String? = nil, headers: [Header] = []) -> Frame {
        make(.commit, [("transaction", transaction), ("receipt", receipt)], headers)
    }

    /// Gives a transaction up. Source: "ABORT".
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
