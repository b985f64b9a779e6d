import Messaging

/// A screen of an app: it gets the session, reports its place, and shows a room and the others at the place.
///
/// The screen is closed by releasing it. With the last one that shows a room, the room is left.
final class ChatScreen: Sendable {
    let place: String
    let room: ChatRoom
    private let session: MessagingSession

    /// Opens the screen.
    init(_ place: String, of session: MessagingSession) async throws {
        self.place = place
        self.session = session
        room = try await session.chat.enter(place)
        _ = try await session.presence.report(place)
    }

    /// Waits until the names of the others at the place meet a condition.
    nonisolated(nonsending) func others(where condition: ([String]) -> Bool) async throws -> [String] {
        for await others in try await session.presence.report(place) {
            if let names = others.names, condition(names) { return names }
        }
        throw CancellationError()
    }

    /// The messages in the room, a line each.
    var lines: [String] { room.contents.messages.map(\.description) }

    /// Waits until the room has a number of messages, and each of them is delivered.
    func lines(_ count: Int) async -> [String] {
        for await contents in room.changes where contents.messages.count == count {
            if contents.messages.allSatisfy({ $0.state == .delivered }) { break }
        }
        return lines
    }
}
