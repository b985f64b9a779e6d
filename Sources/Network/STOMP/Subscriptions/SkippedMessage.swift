import Sockets

/// A message that a session could not read.
///
/// With ``Acknowledgement/individual``, the session has sent `NACK` for it, and has asked RabbitMQ not to deliver it
/// again. It is dropped there, or goes to the queue's dead-letter exchange. With ``Acknowledgement/cumulative``, the
/// next acknowledgement includes it. A message with an `ack` that cannot be written back gets no answer.
public struct SkippedMessage: Hashable, Sendable {
    /// The headers that could be read.
    public let headers: [HeaderField]
    /// The reason for which it could not be read.
    public let reason: String

    /// The value of a header; of a repeated one, the first value.
    public subscript(name: String) -> String? { headers.value(of: name) }

    /// The server's name for the message, unique in its subscription; `nil` if it could not be read.
    public var id: String? { self["message-id"] }

    /// The name that the sender's session has given the message.
    public var sendID: String? { self[StompSession.sendIDHeader] }
}
