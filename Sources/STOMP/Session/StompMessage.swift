/// A message that a subscription has received.
public struct StompMessage: Hashable, Sendable {
    /// What the server has sent.
    public let content: ServerFrame.Message
    /// The connection that it came in on, which is the one to acknowledge it on.
    let attempt: Int
    let acknowledgementID: String?

    /// The body as text; `nil` if it is not UTF-8.
    public var text: String? { String(validating: content.body, as: UTF8.self) }

    /// The value of a header; of one that is repeated, the first one.
    public subscript(name: String) -> String? { content.headers.first { $0.name == name }?.value }

    /// What the sender's session calls the message; the same if it was sent again.
    public var sendID: String? { self[StompSession.sendIDHeader] }

    /// Whether the sender may have sent the message before, or the server has delivered it before.
    public var isPossiblyRepeated: Bool {
        self[StompSession.repetitionHeader] == "true" || self["redelivered"] == "true"
    }
}
