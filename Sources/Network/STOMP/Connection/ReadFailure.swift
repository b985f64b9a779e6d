/// The reason why nothing more can be read on a connection.
struct ReadFailure: Error, Hashable {
    let reason: String
    /// The name on the wire of the subscription whose message could not be read, if it is known.
    let subscription: String?
}
