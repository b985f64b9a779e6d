/// How the messages of a subscription are acknowledged.
///
/// Source: STOMP 1.2, "SUBSCRIBE ack Header".
public enum Acknowledgement: String, CaseIterable, Sendable {
    /// A message that was sent counts as received.
    case automatic = "auto"
    /// `ACK` and `NACK` are about a message and all earlier ones of the subscription.
    case cumulative = "client"
    /// `ACK` and `NACK` are about one message.
    case individual = "client-individual"
}
