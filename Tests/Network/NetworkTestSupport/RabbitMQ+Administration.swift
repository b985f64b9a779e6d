/// A message as a publisher of AMQP may send it, with headers and a body of any bytes.
public struct AMQPMessage: Sendable {
    let properties: [String]
    let body: String

    /// Creates a message from Erlang terms: properties such as `("headers", "[{<<\"x\">>,longstr,<<255>>}]")`, and a
    /// body such as `<<1,2>>`.
    public init(_ properties: [(name: String, value: String)] = [], body: String) {
        self.properties = properties.map { "{\($0.name),\($0.value)}" }
        self.body = body
    }
}

extension RabbitMQ {
    /// Puts persistent messages into queues by their names, from within the server: STOMP could not carry them all.
    /// Throws when the server does not do it.
    public func publish(_ messages: [(queue: String, message: AMQPMessage)]) async throws {
        let exchange = #"rabbit_misc:r(<<"/">>, exchange, <<"">>)"#
        let calls = messages.map { queue, message in
            let properties = (["{delivery_mode,2}"] + message.properties).joined(separator: ",")
            return #"rabbit_basic:publish(\#(exchange), <<"\#(queue)">>, [\#(properties)], \#(message.body))"#
        }
        try await control("eval", calls.joined(separator: ", ") + ".")
    }
}
