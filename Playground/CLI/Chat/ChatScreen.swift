import AsyncPrimitives
import Messaging
import Sockets

/// A screen of an app: it is handed the session, reports its place, and shows a room and who else is there.
///
/// Whoever closes a screen lets go of it; with the last one that shows a room, the room is left.
final class ChatScreen: Sendable {
    let place: String
    let room: ChatRoom
    private let currentOthers = CurrentValue<Presence.Others?>(nil)
    private let listening: ScopedTask

    /// Opens the screen.
    init(_ place: String, of session: MessagingSession) async throws {
        self.place = place
        room = try await session.chat.enter(place)
        let answers = try await session.presence.report(place)
        listening = ScopedTask { [currentOthers] in
            for await others in answers { currentOthers.update(to: others) }
        }
    }

    /// Who else is there, once the server has said so, and whenever that changes.
    var others: AsyncStream<Presence.Others?> { currentOthers.values }

    /// What the room shows, a line for each message.
    var lines: [String] { room.contents.messages.map(\.description) }

    /// Waits until the room shows so many messages, and all of them are as they should be.
    func lines(_ count: Int, where isMeant: (ChatMessage) -> Bool = { $0.state == .delivered }) async -> [String] {
        for await contents in room.changes where contents.messages.count == count {
            if contents.messages.allSatisfy(isMeant) { break }
        }
        return lines
    }
}
