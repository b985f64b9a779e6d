/// A failure of work outside this program: no connection, a refused token, a file that cannot be played.
struct LiveFailure: Error, CustomStringConvertible {
    let description: String

    /// Creates a failure. Escapes the description: it may quote a peer, and must not steer the terminal.
    init(_ description: String) { self.description = description.escaped }
}
