import Sockets

/// A message that a subscription has received.
public struct StompMessage: Hashable, Sendable {
    public let destination: String
    /// All headers, including the sender's.
    public let headers: [HeaderField]
    public let body: [UInt8]
    /// The name of the message's subscription in the refusal detector.
    let subscription: RefusalDetector.ID
    /// The number of the connection on which the message came in, and must be acknowledged.
    let attempt: Int
    /// The name for `ACK` and `NACK`; `nil` if the message needs no acknowledgement.
    let acknowledgementID: String?

    /// - Precondition: The frame has the headers that a `MESSAGE` requires.
    init(_ frame: Frame, for subscription: RefusalDetector.ID, attempt: Int, acknowledgementID: String?) {
        (destination, self.subscription) = (frame["destination"]!, subscription)
        (headers, body) = (frame.headers, frame.body)
        (self.attempt, self.acknowledgementID) = (attempt, acknowledgementID)
    }

    /// The body as text; `nil` if it is not UTF-8.
    public var text: String? { String(validating: body, as: UTF8.self) }

    /// The value of a header; `nil` if it is missing. If a header is repeated, its first value counts.
    public subscript(name: String) -> String? { headers.value(of: name) }

    /// The name that the sender's session has given the message; `nil` if another program has sent it.
    package var sendID: String? { self[StompSession.sendIDHeader] }

    /// True if the sender may have sent the message before, or the server may have delivered it before.
    package var isPossiblyRepeated: Bool {
        self[StompSession.repetitionHeader] == "true" || self["redelivered"] == "true"
    }
}
