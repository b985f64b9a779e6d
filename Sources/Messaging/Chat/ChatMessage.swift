/// A message in a room, as one of its users sees it.
public struct ChatMessage: Hashable, Sendable, Identifiable {
    /// What is known of a message.
    public enum State: Hashable, Sendable {
        /// The server has not acknowledged it yet.
        case unsent
        /// The server has it, and will deliver it.
        case sent
        /// It was not sent, and will not be: why.
        case failed(String)
        /// It has come from the server.
        case delivered
    }

    /// Its name, the same for everybody.
    public let id: String
    /// Who says that they have sent it; it is up to the server to check that.
    public let author: String
    /// What was said; octets of it that are not UTF-8 are shown as U+FFFD.
    public let text: String
    public internal(set) var state: State
}

extension ChatMessage: CustomStringConvertible {
    public var description: String {
        switch state {
        case .delivered: "\(author): \(text)"
        case .sent: "\(author): \(text) (sent)"
        case .unsent: "\(author): \(text) (unsent)"
        case .failed(let reason): "\(author): \(text) (not sent: \(reason))"
        }
    }
}
