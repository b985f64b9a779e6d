import Messaging
import Sockets
import TestSupport
import Testing

extension RabbitMQTests {
    @Test func `What is said is kept for who has left a room, and not for who has it forgotten`() async throws {
        let broker = RabbitMQ.shared
        var names = MessagingSession.Configuration()
        names.roomHeaders.append(Frame.Header("x-expires", "600000"))
        let (adas, bobs) = (try await broker.connected(as: "ada"), try await broker.connected(as: "bob"))
        let ada = MessagingSession(user: "ada", device: "phone", stomp: adas, configuration: names)
        let bob = MessagingSession(user: "bob", device: "phone", stomp: bobs, configuration: names)
        let speaker = try await bob.chat.enter("forgotten")

        var room: ChatRoom? = try await ada.chat.enter("forgotten")
        try await ada.send([], to: "/topic/barrier").acknowledged()  // The server has done all before, too.
        room = nil
        try await speaker.send("kept").acknowledged()
        room = try await ada.chat.enter("forgotten")
        await room?.wait { $0 == ["bob: kept"] }

        try await ada.chat.forget("forgotten")
        try await ada.send([], to: "/topic/barrier").acknowledged()
        try await speaker.send("dropped").acknowledged()
        room = try await ada.chat.enter("forgotten")
        try await ada.send([], to: "/topic/barrier").acknowledged()
        try await speaker.send("new").acknowledged()
        await room?.wait { $0.last == "bob: new" }
        #expect(room?.contents.messages.map(\.text) == ["new"])

        try await ada.chat.forget("forgotten")
        try await bob.chat.forget("forgotten")
        await adas.end()
        await bobs.end()
    }
}
