/// The way in which the messages of a subscription are acknowledged.
///
/// Source: STOMP 1.2, "SUBSCRIBE ack Header".
public enum Acknowledgement: String, CaseIterable, Sendable {
    /// The server considers each message received once it is sent.
    case automatic = "auto"
    /// `ACK` and `NACK` concern a message and all earlier messages of the subscription.
    case cumulative = "client"
    /// `ACK` and `NACK` concern one message.
    case individual = "client-individual"
}
