/// A failure of work outside this program: no connection, a refused token, a file that cannot be played.
struct LiveFailure: Error, CustomStringConvertible {
    let description: String

    /// Creates a failure. The description is escaped: it may quote a peer, whose text must not control the terminal.
    init(_ description: String) { self.description = description.escaped }
}
