import STOMP
import NetworkTestSupport
import LoopbackBroker
import Messaging
import Sockets
import Testing

/// The broker that the playground and the tests talk to, frame by frame.
@Suite(.timeLimit(.minutes(60))) struct LoopbackBrokerTests {
    private let broker: LoopbackBroker

    init() throws {
        broker = LoopbackBroker { _, secret in secret == "1" }
        try broker.start()
    }

    private let durable = [HeaderField("durable", "true"), HeaderField("auto-delete", "false")]
    private let persistent = [HeaderField("persistent", "true")]

    @Test(
        arguments: [
            ("CONNECT\naccept-version:1.2\nhost:/\npasscode:2\n\n\0", "Bad CONNECT", true),
            ("SEND\ndestination:/queue/a\n\n\0", "a session begins with CONNECT", true),
            ("CONNECT\naccept-version:1.1\nhost:/\n\n\0", "this server speaks version 1.2", true),
            ("HELLO\n\n\0", "at byte 0: there is no command “HELLO”", true),
            ("SEND\n\nbody\0", "the header “destination” is missing", false),
            ("SEND\ndestination:/nowhere\n\n\0", "there is no destination “/nowhere”", false),
            ("SEND\ndestination:/queue/a\ntransaction:t\n\n\0", "there are no transactions", false),
            ("SUBSCRIBE\nid:1\ndestination:/queue/a\nack:never\n\n\0", "invalid ack", false),
            ("UNSUBSCRIBE\nid:1\n\n\0", "there is no such subscription", false),
            ("ACK\nid:1\n\n\0", "there is no such message", false),
            ("RECEIPT\nreceipt-id:1\n\n\0", "RECEIPT is not a command for a server", false),
            ("CONNECT\naccept-version:1.2\nhost:/\n\n\0", "the session has begun already", false),
            ("SEND\ndestination:/topic/a\nname:a\0b\n\n\0", "a header holds what cannot be written", false),
            ("SEND\nreceipt:\0\nescape:\\\0\n\n\0", nil, false),
        ] as [(String, String?, Bool)])
    func `An invalid frame is answered with an error, and the connection closed, before a session begins and in it`(
        bytes: String, message: String?, isFirst: Bool
    ) async throws {
        let client =
            isFirst
            ? await RawStompClient(port: broker.port) : try await RawStompClient.connected(to: broker.port)
        client.send(Array(bytes.utf8))
        let error = try #require(try await client.receive())
        #expect(error.command == .error)
        #expect(error["message"] == message)
        #expect(try await client.receive() == nil)
    }

    @Test func `A topic goes to all who listen, with the sender's headers, and a queue to one after the other`()
        async throws
    {
        let clients = [
            try await RawStompClient.connected(to: broker.port),
            try await RawStompClient.connected(to: broker.port, user: "bob"),
        ]
        for client in clients {
            try client.send(.subscribe(id: "t", to: "/topic/harbour"))
            try client.send(.subscribe(id: "q", to: "/queue/harbour", receipt: "ready"))
            #expect(try await client.receive()?["receipt-id"] == "ready")
        }
        try clients[0].send(
            .send(Array("Ahoy".utf8), to: "/topic/harbour", contentType: "text/plain", headers: [.init("ship", "Anna")])
        )
        for client in clients {
            let message = try #require(try await client.receive())
            #expect(message["subscription"] == "t")
            #expect(message["ship"] == "Anna")
            #expect(message["content-type"] == "text/plain")
            #expect(message.body == Array("Ahoy".utf8))
        }
        for number in 1...4 { try clients[0].send(.send([UInt8(number)], to: "/queue/harbour")) }
        for (client, numbers) in zip(clients, [[1, 3], [2, 4]] as [[UInt8]]) {
            for number in numbers { #expect(try await client.receive()?.body == [number]) }
        }
    }

    @Test func `A durable subscription continues while its user is away, also over a restart`() async throws {
        let ada = try await RawStompClient.connected(to: broker.port)
        try ada.send(.subscribe(id: "s", to: "/topic/a", headers: durable))
        try await ada.disconnect()
        let bob = try await RawStompClient.connected(to: broker.port, user: "bob")
        try bob.send(.send([1], to: "/topic/a", headers: persistent))
        try bob.send(.send([2], to: "/topic/a"))
        try bob.send(.send([3], to: "/topic/a", receipt: "sent", headers: persistent))
        #expect(try await bob.receive()?.command == .receipt)
        broker.stop()
        try broker.start()
        let again = try await RawStompClient.connected(to: broker.port)
        try again.send(.subscribe(id: "s", to: "/topic/a", headers: durable))
        #expect(try await again.receive()?.body == [1])
        #expect(try await again.receive()?.body == [3])  // The other one was not to be kept.
    }

    @Test(
        arguments: [
            (Acknowledgement.automatic, []), (.individual, [1, 3]), (.cumulative, [3]),
        ] as [(Acknowledgement, [UInt8])])
    func `Unacknowledged messages are delivered again when the connection has ended`(
        acknowledgement: Acknowledgement, repeated: [UInt8]
    ) async throws {
        let first = try await RawStompClient.connected(to: broker.port)
        try first.send(.subscribe(id: "s", to: "/queue/a", acknowledgement: acknowledgement))
        var ids: [String?] = []
        for number in 1...3 {
            try first.send(.send([UInt8(number)], to: "/queue/a"))
            let message = try #require(try await first.receive())
            #expect(message["redelivered"] == nil)
            ids.append(message["ack"])
        }
        if acknowledgement != .automatic { try first.send(.ack(id: try #require(ids[1]))) }
        try await first.disconnect()

        let second = try await RawStompClient.connected(to: broker.port)
        try second.send(.subscribe(id: "s", to: "/queue/a", receipt: "ready"))
        for number in repeated {
            let message = try await second.receive()
            #expect(message?.body == [number])
            #expect(message?["redelivered"] == "true")
        }
        #expect(try await second.receive()?.command == .receipt)
    }
}
