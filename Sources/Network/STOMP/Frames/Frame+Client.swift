import Sockets

// The frames that a client sends, with the headers that STOMP 1.2 requires in "Client Frames". `headers` are appended
// to these; a header that is there already has no effect.

extension Frame {
    /// Asks a server for a session in version 1.2. No description shows the passcode.
    package static func connect(
        host: String, login: String? = nil, passcode: String? = nil, heartBeat: HeartBeat = .none,
        headers: [HeaderField] = []
    ) -> Frame {
        make(
            .connect,
            [
                ("accept-version", "1.2"), ("host", host), ("login", login), ("passcode", passcode),
                ("heart-beat", heartBeat.headerValue),
            ], headers)
    }

    package static func send(
        _ body: [UInt8], to destination: String, contentType: String? = nil, receipt: String? = nil,
        headers: [HeaderField] = []
    ) -> Frame {
        make(.send, [("destination", destination), ("content-type", contentType), ("receipt", receipt)], headers, body)
    }

    /// Listens to a destination. No other subscription of the connection may have the same `id`.
    package static func subscribe(
        id: String, to destination: String, acknowledgement: Acknowledgement = .automatic, receipt: String? = nil,
        headers: [HeaderField] = []
    ) -> Frame {
        make(
            .subscribe,
            [("id", id), ("destination", destination), ("ack", acknowledgement.rawValue), ("receipt", receipt)],
            headers)
    }

    package static func unsubscribe(id: String, headers: [HeaderField] = []) -> Frame {
        make(.unsubscribe, [("id", id)], headers)
    }

    /// Confirms that a message was consumed. `id` is the message's header `ack`.
    package static func ack(id: String, headers: [HeaderField] = []) -> Frame { make(.ack, [("id", id)], headers) }

    /// Reports that a message was not consumed. `id` is the message's header `ack`.
    package static func nack(id: String, headers: [HeaderField] = []) -> Frame { make(.nack, [("id", id)], headers) }

    /// Reports that a message will never be consumed. A header keeps RabbitMQ from delivering it again.
    static func nackWithoutRequeue(id: String) -> Frame { nack(id: id, headers: [HeaderField("requeue", "false")]) }

    /// Ends the session. No other frame may follow.
    ///
    /// The answer to `receipt` acknowledges all frames so far. Some servers close the connection instead of sending it.
    package static func disconnect(receipt: String? = nil, headers: [HeaderField] = []) -> Frame {
        make(.disconnect, [("receipt", receipt)], headers)
    }

    private static func make(
        _ command: Command, _ named: [(name: String, value: String?)], _ headers: [HeaderField], _ body: [UInt8] = []
    ) -> Frame {
        let own = named.compactMap { header in header.value.map { HeaderField(header.name, $0) } }
        return Frame(command, headers: own + headers, body: body)
    }
}
