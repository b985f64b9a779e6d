import Foundation

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

    /// Creates durable quorum queues by their names, each with all messages to its topic, as an operator would. Throws
    /// when the server does not do it.
    public func createQuorumQueues(_ queues: [(name: String, topic: String)]) async throws {
        let definitions = Definitions(
            queues: queues.map { Definitions.Queue(name: $0.name) },
            bindings: queues.map { Definitions.Binding(destination: $0.name, routing_key: $0.topic) })
        let text = String(decoding: try JSONEncoder().encode(definitions), as: UTF8.self)
        try await control("import_definitions", reading: text)
    }
}

/// Definitions in the form, and with the names, that `rabbitmqctl import_definitions` reads.
private struct Definitions: Encodable {
    struct Queue: Encodable {
        let name: String
        var vhost = "/"
        var durable = true
        var auto_delete = false
        var arguments = ["x-queue-type": "quorum"]
    }

    struct Binding: Encodable {
        /// The exchange behind STOMP's topics.
        var source = "amq.topic"
        let destination: String
        let routing_key: String
        var vhost = "/"
        var destination_type = "queue"
        var arguments: [String: String] = [:]
    }

    let queues: [Queue]
    let bindings: [Binding]
}
