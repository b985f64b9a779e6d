/// Work on something outside this program has failed: there was no connection, a token was refused, a file cannot be played.
struct LiveFailure: Error, CustomStringConvertible {
    let description: String

    /// Creates a failure. Escapes the description: it may quote a peer, and must not steer the terminal.
    init(_ description: String) { self.description = description.escaped }
}
