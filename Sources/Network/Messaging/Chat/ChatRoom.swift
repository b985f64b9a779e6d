import AsyncPrimitives
import STOMP
import Sockets

/// A handle on a room of a chat, for a screen.
///
/// The room is left when the last screen releases it. Its messages stay with the ``Chat``, for the next screen.
public final class ChatRoom: Sendable {
    /// The messages of a room.
    public struct Contents: Hashable, Sendable {
        /// The history: delivered messages in the order of the server, then this user's undelivered messages.
        ///
        /// The delivered messages include messages that could not be read.
        public internal(set) var messages: [ChatMessage]
        /// The reason why no messages arrive; `nil` if no problem is known, such as before the server has answered.
        public internal(set) var problem: String?

        package init(messages: [ChatMessage] = [], problem: String? = nil) {
            self.messages = messages
            self.problem = problem
        }

        /// Drops the oldest messages until both limits are met, but never the newest message.
        mutating func limit(to count: Int, byteLimit: Int) {
            var room = byteLimit
            let kept = messages.reversed().prefix(count).prefix { message in
                let size = message.text.utf8.count
                defer { room -= size <= room ? size : 0 }
                return size <= room
            }
            messages.removeFirst(messages.count - max(kept.count, min(messages.count, 1)))
        }
    }

    /// The name of the room in the composed form (NFC of Unicode) that the server gets.
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

    /// The current contents.
    public var contents: Contents { current.value }

    /// A new sequence of the current contents and all later contents. A slow consumer gets only the newest.
    public var changes: AsyncStream<Contents> { current.values }

    /// Sends a message. The contents show the message at once, and the message's state shows its progress.
    ///
    /// - Returns: A handle on the message, with which to wait for the server's acknowledgement.
    /// - Throws: ``/STOMP/StompError/queueIsFull(limit:ofBytes:)`` if too many messages, or bytes of messages, are
    ///   unacknowledged,
    ///   ``/STOMP/StompError/invalid(_:)`` if the text is longer than the ``/STOMP/FrameLimits`` allow, by default 13 MiB,
    ///   ``/STOMP/StompError/ended`` if the session has ended or the room was forgotten.
    @discardableResult public func send(_ text: String) async throws -> StompSession.PendingSend {
        try await chat.send(text, to: name, current)
    }
}
