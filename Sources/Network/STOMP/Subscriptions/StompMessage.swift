import Sockets

/// A message that a subscription has received.
public struct StompMessage: Hashable, Sendable {
    /// The message as the server has sent it.
    public let content: ServerFrame.Message
    /// The connection that it came in on, which is the one to acknowledge it on.
    let attempt: Int
    /// The name for `ACK` and `NACK`; `nil` if the message needs no acknowledgement.
    let acknowledgementID: String?

    init(content: ServerFrame.Message, attempt: Int, acknowledgementID: String?) {
        self.content = content
        self.attempt = attempt
        self.acknowledgementID = acknowledgementID
    }

    /// Creates a message for a preview or a test; to acknowledge it has no effect.
    public init(_ content: ServerFrame.Message) { self.init(content: content, attempt: 0, acknowledgementID: nil) }

    /// The body as text; `nil` if it is not UTF-8.
    public var text: String? { String(validating: content.body, as: UTF8.self) }

    /// The value of a header; of a repeated one, the first value.
    public subscript(name: String) -> String? { content.headers.value(of: name) }

    /// The name that the sender's session has given the message; a repetition has the same one.
    public var sendID: String? { self[StompSession.sendIDHeader] }

    /// True if the sender may have sent the message before, or the server has delivered it before.
    public var isPossiblyRepeated: Bool {
        self[StompSession.repetitionHeader] == "true" || self["redelivered"] == "true"
    }
}
