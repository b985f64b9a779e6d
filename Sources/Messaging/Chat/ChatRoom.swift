import STOMP
import AsyncPrimitives
import Sockets

/// A room of a chat, in the hands of a screen that shows it.
///
/// The room is left when no screen holds it any more. What was said stays with the ``Chat``, for the next screen.
public final class ChatRoom: Sendable {
    /// What a room holds.
    public struct Contents: Hashable, Sendable {
        /// What was said in this session, as far as it is kept: first what has been delivered, in the order of the server,
        /// then what this user has sent and was not delivered yet.
        public internal(set) var messages: [ChatMessage] = []
        /// Why nothing is received; `nil` if nothing is known to be wrong, as before the server has answered.
        public internal(set) var problem: String?
    }

    /// What the room is called.
    public let name: String
    private let chat: Chat
    private let current: CurrentValue<Contents>

    init(name: String, chat: Chat, current: CurrentValue<Contents>) {
        self.name = name
        self.chat = chat
        self.current = current
    }

    deinit {
        Task { [name, chat, current] in await chat.leave(name, current) }
    }

    /// What the room holds.
    public var contents: Contents { current.value }

    /// What the room holds, and again whenever that changes; a slow consumer gets the newest.
    public var changes: AsyncStream<Contents> { current.values }

    /// Says something; it is among the messages at once, and its state tells how far it has come.
    ///
    /// - Returns: A handle on the message, with which to wait for the server's acknowledgement.
    /// - Throws: ``/STOMP/StompError/queueIsFull(limit:)`` if too much is not acknowledged yet, ``/STOMP/StompError/ended`` after the end of
    ///   the session, or when the room was forgotten.
    @discardableResult public func send(_ text: String) async throws -> SendReceipt {
        try await chat.send(text, to: name, current)
    }
}
