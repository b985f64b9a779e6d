import Foundation
import STOMP
import Sockets

/// A message in a room, as one of its users sees it.
public struct ChatMessage: Hashable, Sendable, Identifiable {
    /// The progress of a message.
    public enum State: Hashable, Sendable {
        /// The server has not acknowledged the message yet.
        case unsent
        /// The server has acknowledged the message, and will deliver it.
        case sent
        /// The message was not sent, or not acknowledged, for this reason.
        case failed(String)
        /// The server has delivered the message.
        case delivered
        /// The server has delivered the message, but it could not be read, for this reason. It has no text.
        case skipped(String)
    }

    /// The place of a message among the messages of its sender's session.
    struct Turn: Hashable, Sendable {
        let sender: Substring
        let number: Int

        /// Reads the header: `3f0c…/12`.
        init?(_ text: String?) {
            let parts = (text ?? "").split(separator: "/")
            guard parts.count == 2, let number = Int(parts[1]) else { return nil }
            (sender, self.number) = (parts[0], number)
        }
    }

    /// The header that names the author.
    static let authorHeader = "author"
    /// The header with the ``Turn``.
    static let turnHeader = "turn"

    /// The identifier of the message, the same for all users.
    public let id: String
    /// The author that the message names. The server may check that it is the sender.
    public let author: String
    /// The text. U+FFFD stands for bytes that are not UTF-8.
    public let text: String
    public internal(set) var state: State
    private var turn: Turn?

    package init(id: String, author: String, text: String, state: State = .delivered) {
        self.id = id
        self.author = author
        self.text = text
        self.state = state
    }

    /// Creates a message that the server has delivered.
    init(_ message: StompMessage) {
        self.init(
            id: message.sendID ?? message["message-id"] ?? "", author: message[Self.authorHeader] ?? "",
            text: String(decoding: message.body, as: UTF8.self))
        turn = Turn(message[Self.turnHeader])
    }

    /// Creates a placeholder for a message that could not be read.
    init(skippedWith headers: [HeaderField], _ reason: String) {
        self.init(
            id: headers.value(of: StompSession.sendIDHeader) ?? headers.value(of: "message-id") ?? UUID().uuidString,
            author: headers.value(of: Self.authorHeader) ?? "", text: "", state: .skipped(reason))
        turn = Turn(headers.value(of: Self.turnHeader))
    }

    /// True if the same sender has sent this message after another one.
    func isLater(than other: ChatMessage) -> Bool {
        turn?.sender == other.turn?.sender && (turn?.number ?? 0) > (other.turn?.number ?? 0)
    }

    /// True if the server has given the message its place in the order of messages.
    var isPlaced: Bool {
        switch state {
        case .delivered, .skipped: true
        case .unsent, .sent, .failed: false
        }
    }
}

extension ChatMessage: CustomStringConvertible {
    public var description: String {
        switch state {
        case .delivered: "\(author): \(text)"
        case .sent: "\(author): \(text) (sent)"
        case .unsent: "\(author): \(text) (unsent)"
        case .failed(let reason): "\(author): \(text) (not sent: \(reason))"
        case .skipped(let reason): "\(author): (not shown: \(reason))"
        }
    }
}
