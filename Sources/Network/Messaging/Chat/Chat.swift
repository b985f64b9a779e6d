import AsyncPrimitives
import Foundation
import STOMP
import Sockets

/// The rooms that a user talks in.
///
/// A message is sent at least once: it stays with the session until the server has acknowledged it. The history of a
/// room shows a message once, however often it is delivered, in the order of the server, and each sender's messages in
/// the order in which they were sent.
public actor Chat {
    struct Room {
        let current = CurrentValue(ChatRoom.Contents())
        /// The number of screens that hold the room.
        var screens = 0
        /// The task that is subscribing to the room. Screens that enter the room until then wait for it.
        var entering: Task<Void, any Error>?
        /// The reader of the subscription; `nil` without a subscription.
        var reading: Reading?
    }

    /// The task that reads a subscription to a room, and the number of the subscription.
    struct Reading {
        let number: Int
        let task: ScopedTask
    }

    private let user: String
    private let device: String
    private let stomp: StompSession
    private let configuration: MessagingSession.Configuration
    private(set) var rooms: [String: Room] = [:]
    /// The tasks that forget rooms, keyed by the room's name. A screen that enters such a room waits for the task.
    private var forgetting: [String: Task<Void, any Error>] = [:]
    /// The number of subscriptions so far.
    private var readingCount = 0
    /// A random name that distinguishes the messages of this session, and the number of messages so far.
    private let sender = UUID().uuidString.lowercased()
    private var sentCount = 0

    init(user: String, device: String, stomp: StompSession, configuration: MessagingSession.Configuration) {
        self.user = user
        self.device = device
        self.stomp = stomp
        self.configuration = configuration
    }

    /// Enters a room. Call this when a screen of the room appears.
    ///
    /// If the room has no subscription, this subscribes to it, even if the server has refused an earlier subscription.
    ///
    /// - Parameter name: The name of the room; spellings that are equal in Swift name the same room.
    /// - Returns: The room; releasing it leaves the room.
    /// - Throws: ``/STOMP/StompError/ended`` after the end of the session.
    public func enter(_ name: String) async throws -> ChatRoom {
        let name = MessagingSession.Configuration.normalized(name)
        // Wait until an earlier room with this name is forgotten.
        while let forgetting = forgetting[name] { _ = await forgetting.result }
        var room = rooms[name] ?? Room()
        room.screens += 1
        rooms[name] = room
        // During the wait, the handle counts the screen. If entering fails, its release leaves the room again.
        let handle = ChatRoom(name: name, chat: self, current: room.current)
        if room.reading == nil {
            let entering = room.entering ?? Task { [current = room.current] in try await subscribe(to: name, current) }
            rooms[name]?.entering = entering
            try await entering.value
        }
        return handle
    }

    /// Ends one screen's use of a room. `current` identifies the room: a newer room may have the name.
    func leave(_ name: String, _ current: CurrentValue<ChatRoom.Contents>) {
        guard var room = rooms[name], room.current === current else { return }
        room.screens -= 1
        if room.screens == 0 { room.reading = nil }
        // A room without messages has no history to keep.
        rooms[name] = room.screens == 0 && current.value.messages.isEmpty ? nil : room
    }

    /// Leaves a room permanently: drops the history, and asks the server to keep no more messages for this device.
    ///
    /// While no screen holds a room, the server keeps its messages. Forgetting the room ends that: it sends
    /// `UNSUBSCRIBE` with the headers of the subscription, upon which RabbitMQ deletes a durable queue. The request is
    /// sent once and is not confirmed. If the connection breaks at that moment, forget the room again.
    ///
    /// A screen that still holds the room sees it empty, with the reason. To use the room again, enter it again.
    ///
    /// - Parameter name: The name of the room, even if it was never entered in this session.
    /// - Throws: ``/STOMP/StompError/notConnected`` without a connection, and then nothing has changed;
    ///   ``/STOMP/StompError/ended`` after the end of the session.
    public func forget(_ name: String) async throws {
        let name = MessagingSession.Configuration.normalized(name)
        while let entering = rooms[name]?.entering { _ = await entering.result }
        let forgetting = forgetting[name] ?? Task { try await releaseRoom(name) }
        self.forgetting[name] = forgetting
        try await forgetting.value
    }

    /// Unsubscribes from a room. No screen enters the room during that time, or its new subscription would be ended.
    private func releaseRoom(_ name: String) async throws {
        defer { forgetting[name] = nil }
        try await stomp.forget(
            configuration.roomSubscription(of: user, on: device, to: name), to: configuration.roomDestination(name),
            acknowledgement: .individual, headers: configuration.roomHeaders)
        rooms.removeValue(forKey: name)?.current.update(to: ChatRoom.Contents(problem: "the room was forgotten"))
    }

    /// Subscribes to a room. Only one task at a time does so, because a later subscription would end an earlier one.
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
                for try await event in subscription.events {
                    switch event {
                    case .message(let message):
                        // A message that was not added to a history is not acknowledged, so it stays with the server.
                        guard await self?.receive(ChatMessage(message), in: name, current) == true else { continue }
                        // If it is too late to acknowledge, the message comes again, but the history already has it.
                        try? await stomp.acknowledge(message)
                    case .skipped(let headers, let reason):
                        await self?.receive(ChatMessage(skippedWith: headers, reason), in: name, current)
                    }
                }
            } catch {
                problem = error
            }
            await self?.readingEnded(number, in: name, "\(problem)")
        }
    }

    /// Shows why a subscription has ended, unless the room has another subscription or none by now.
    private func readingEnded(_ number: Int, in name: String, _ problem: String) async {
        // If the room is being forgotten, that has ended the subscription, and the room is gone afterwards.
        _ = await forgetting[name]?.result
        guard rooms[name]?.reading?.number == number else { return }
        rooms[name]?.reading = nil
        change(name) { $0.problem = problem }
    }

    // MARK: Messages

    func send(
        _ text: String, to name: String, _ current: CurrentValue<ChatRoom.Contents>
    ) async throws -> StompSession.PendingSend {
        guard rooms[name]?.current === current else { throw StompError.ended }
        sentCount += 1
        let headers = [
            HeaderField(ChatMessage.authorHeader, user), HeaderField(ChatMessage.turnHeader, "\(sender)/\(sentCount)"),
        ]
        let send = try await stomp.send(
            Array(text.utf8), to: configuration.roomDestination(name), contentType: "text/plain;charset=utf-8",
            headers: headers + [HeaderField("persistent", "true")])
        add(ChatMessage(id: send.id, author: user, text: text, state: .unsent), to: name)
        Task { [weak self] in
            do {
                try await send.acknowledged()
                await self?.setState(.sent, of: send.id, in: name)
            } catch {
                await self?.setState(.failed("\(error)"), of: send.id, in: name)
            }
        }
        return send
    }

    /// Adds a message to the history of a room.
    ///
    /// Returns false if the room is gone, or was replaced by another room of the same name.
    @discardableResult
    func receive(_ message: ChatMessage, in name: String, _ current: CurrentValue<ChatRoom.Contents>) -> Bool {
        guard rooms[name]?.current === current else { return false }
        change(name) { contents in
            guard !contents.messages.contains(where: { $0.id == message.id && $0.isPlaced }) else { return }
            // If this user has sent the message, it moves to the place that the server has given it.
            contents.messages.removeAll { $0.id == message.id }
            // While a dead connection is still a consumer of the queue, its share of the messages comes late.
            let next = contents.messages.firstIndex { $0.isPlaced && $0.isLater(than: message) }
            let end = contents.messages.lastIndex { $0.isPlaced }.map { $0 + 1 } ?? 0
            contents.messages.insert(message, at: next ?? end)
        }
        return true
    }

    /// Adds a message that this user sends, unless the server has delivered it already.
    private func add(_ message: ChatMessage, to name: String) {
        change(name) { contents in
            if !contents.messages.contains(where: { $0.id == message.id }) { contents.messages.append(message) }
        }
    }

    private func setState(_ state: ChatMessage.State, of id: String, in name: String) {
        change(name) { contents in
            guard let index = contents.messages.firstIndex(where: { $0.id == id && !$0.isPlaced }) else {
                return
            }
            contents.messages[index].state = state
        }
    }

    private func change(_ name: String, _ change: (inout ChatRoom.Contents) -> Void) {
        guard let current = rooms[name]?.current else { return }
        var contents = current.value
        change(&contents)
        contents.limit(to: configuration.historyLimit, byteLimit: configuration.historyByteLimit)
        current.update(to: contents) { $0 != contents }
    }
}
