/// The way in which the messages of a subscription are acknowledged.
///
/// Source: STOMP 1.2, "SUBSCRIBE ack Header".
public enum Acknowledgement: String, CaseIterable, Sendable {
    /// The server counts each message as received when it has sent it.
    case automatic = "auto"
    /// `ACK` and `NACK` concern a message and all earlier ones of the subscription.
    case cumulative = "client"
    /// `ACK` and `NACK` concern one message.
    case individual = "client-individual"
}
