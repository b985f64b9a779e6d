import STOMP
import AsyncPrimitives
import Sockets

/// The rooms that a user talks in.
///
/// A message is sent at least once: it stays with the session until the server has acknowledged it. It is shown once, as
/// far as the history reaches, however often it is delivered, and in the order of the server.
public actor Chat {
    struct Room {
        let current = CurrentValue(ChatRoom.Contents())
        var screens = 0
        /// Subscribes, for all who enter meanwhile.
        var entering: Task<Void, any Error>?
        var reading: Reading?
    }

    /// What reads a subscription to a room, and which one that is.
    struct Reading {
        let number: Int
        let task: ScopedTask
    }

    private static let author = "author"

    private let user: String
    private let device: String
    private let stomp: StompSession
    private let configuration: MessagingSession.Configuration
    private(set) var rooms: [String: Room] = [:]
    /// Forgets rooms, of which none is entered meanwhile.
    private var forgetting: [String: Task<Void, any Error>] = [:]
    /// How many subscriptions to rooms there have been.
    private var readingCount = 0

    init(user: String, device: String, stomp: StompSession, configuration: MessagingSession.Configuration) {
        guard configuration.historyLimit >= 1 else {
            fatalError("The history of a room must have room for at least one message.")
        }
        self.user = user
        self.device = device
        self.stomp = stomp
        self.configuration = configuration
    }

    /// Enters a room, as a screen does when it appears.
    ///
    /// If nothing is received there, this asks the server again, whatever came of it before.
    ///
    /// - Parameter name: What the room is called.
    /// - Returns: The room; it is left again when it is let go of.
    /// - Throws: ``/STOMP/StompError/ended`` after the end of the session.
    public func enter(_ name: String) async throws -> ChatRoom {
        // A room that is being forgotten is not the one to be in.
        while let forgetting = forgetting[name] { _ = await forgetting.result }
        var room = rooms[name] ?? Room()
        room.screens += 1
        rooms[name] = room
        // It is held from now on, so that nobody leaves the room on behalf of this screen before it is in.
        let handle = ChatRoom(name: name, chat: self, current: room.current)
        if room.reading == nil {
            let entering = room.entering ?? Task { [current = room.current] in try await subscribe(to: name, current) }
            rooms[name]?.entering = entering
            try await entering.value
        }
        return handle
    }

    /// Leaves a room, on behalf of one of the screens that show it.
    ///
    /// - Parameters:
    ///   - name: What the room is called.
    ///   - current: Which room that is, as there may be another one by now.
    func leave(_ name: String, _ current: CurrentValue<ChatRoom.Contents>) {
        guard var room = rooms[name], room.current === current else { return }
        room.screens -= 1
        if room.screens == 0 { room.reading = nil }
        // There is nothing to be remembered of a room where nothing was said.
        rooms[name] = room.screens == 0 && current.value.messages.isEmpty ? nil : room
    }

    /// Leaves a room for good: what was said there is forgotten, and the server keeps nothing more for this device.
    ///
    /// To let go of a room only says that nobody looks: what is said meanwhile the server keeps. This ends that, by
    /// `UNSUBSCRIBE` with the headers of the subscription, upon which RabbitMQ deletes a durable queue. It is said once and not
    /// confirmed; if the connection breaks in that moment, it may have to be said again.
    ///
    /// A screen that still shows the room sees it empty, and why. Who enters it again begins anew.
    ///
    /// - Parameter name: What the room is called; it need not have been entered in this session.
    /// - Throws: ``/STOMP/StompError/notConnected`` if there is no connection to say it on, and nothing has changed;
    ///   ``/STOMP/StompError/ended`` after the end of the session.
    public func forget(_ name: String) async throws {
        while let entering = rooms[name]?.entering { _ = await entering.result }
        let forgetting = forgetting[name] ?? Task { try await giveUp(name) }
        self.forgetting[name] = forgetting
        try await forgetting.value
    }

    /// Gives a room up, which nobody enters meanwhile: the server would keep what the later subscription asks for.
    private func giveUp(_ name: String) async throws {
        defer { forgetting[name] = nil }
        try await stomp.forget(
            configuration.roomSubscription(of: user, on: device, to: name), to: configuration.roomDestination(name),
            acknowledgement: .individual, headers: configuration.roomHeaders)
        rooms.removeValue(forKey: name)?.current.update(to: ChatRoom.Contents(problem: "the room was forgotten"))
    }

    /// Subscribes to a room, which nobody else does at the same time: the later subscription would end the other one.
    private func subscribe(to name: String, _ current: CurrentValue<ChatRoom.Contents>) async throws {
        defer { rooms[name]?.entering = nil }
        do {
            let subscription = try await stomp.subscribe(
                to: configuration.roomDestination(name),
                id: configuration.roomSubscription(of: user, on: device, to: name),
                acknowledgement: .individual, headers: configuration.roomHeaders)
            change(name) { $0.problem = nil }
            readingCount += 1
            let task = read(subscription, readingCount, in: name, current)
            rooms[name]?.reading = Reading(number: readingCount, task: task)
        } catch {
            change(name) { $0.problem = "\(error)" }
            throw error
        }
    }

    private func read(
        _ subscription: StompSubscription, _ number: Int, in name: String, _ current: CurrentValue<ChatRoom.Contents>
    ) -> ScopedTask {
        ScopedTask { [weak self, stomp] in
            var problem: any Error = StompError.ended
            do {
                for try await message in subscription {
                    // What nobody has taken note of stays with the server.
                    guard await self?.receive(message, in: name, current) == true else { continue }
                    // If it is too late for that, the message is delivered again, and known by then.
                    try? await stomp.acknowledge(message)
                }
            } catch {
                problem = error
            }
            await self?.readingEnded(number, in: name, "\(problem)")
        }
    }

    /// Takes note of a subscription that has ended, unless the room was left, and perhaps entered again.
    private func readingEnded(_ number: Int, in name: String, _ problem: String) async {
        // That a room is forgotten ends its subscription, too.
        _ = await forgetting[name]?.result
        guard rooms[name]?.reading?.number == number else { return }
        rooms[name]?.reading = nil
        change(name) { $0.problem = problem }
    }

    // MARK: Messages

    func send(_ text: String, to name: String, _ current: CurrentValue<ChatRoom.Contents>) async throws -> SendReceipt {
        guard rooms[name]?.current === current else { throw StompError.ended }
        let receipt = try await stomp.send(
            Array(text.utf8), to: configuration.roomDestination(name), contentType: "text/plain;charset=utf-8",
            headers: [Frame.Header(Self.author, user)] + configuration.messageHeaders)
        add(ChatMessage(id: receipt.id, author: user, text: text, state: .unsent), to: name)
        Task { [weak self] in
            do {
                try await receipt.acknowledged()
                await self?.setState(.sent, of: receipt.id, in: name)
            } catch {
                await self?.setState(.failed("\(error)"), of: receipt.id, in: name)
            }
        }
        return receipt
    }

    /// Takes note of a message, unless the room that it was delivered to is gone; there may be another one by now.
    ///
    /// - Returns: Whether the message is known now.
    func receive(_ message: StompMessage, in name: String, _ current: CurrentValue<ChatRoom.Contents>) -> Bool {
        guard rooms[name]?.current === current else { return false }
        let text = String(decoding: message.content.body, as: UTF8.self)
        let id = message.sendID ?? message.content.id
        change(name) { contents in
            // One of this user's own takes the place that the server has given it.
            let isKnown = contents.messages.contains { $0.id == id && $0.state == .delivered }
            guard !isKnown else { return }
            contents.messages.removeAll { $0.id == id }
            let end = contents.messages.lastIndex { $0.state == .delivered }.map { $0 + 1 } ?? 0
            contents.messages.insert(
                ChatMessage(id: id, author: message[Self.author] ?? "", text: text, state: .delivered), at: end)
        }
        return true
    }

    /// Adds what this user has sent, unless the server was quicker.
    private func add(_ message: ChatMessage, to name: String) {
        change(name) { contents in
            if !contents.messages.contains(where: { $0.id == message.id }) { contents.messages.append(message) }
        }
    }

    private func setState(_ state: ChatMessage.State, of id: String, in name: String) {
        change(name) { contents in
            guard let index = contents.messages.firstIndex(where: { $0.id == id && $0.state != .delivered }) else {
                return
            }
            contents.messages[index].state = state
        }
    }

    private func change(_ name: String, _ change: (inout ChatRoom.Contents) -> Void) {
        guard let current = rooms[name]?.current else { return }
        var contents = current.value
        change(&contents)
        contents.messages.removeFirst(max(contents.messages.count - configuration.historyLimit, 0))
        current.update(to: contents) { $0 != contents }
    }
}
