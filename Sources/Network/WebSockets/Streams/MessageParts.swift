/// The bytes of a message, in parts between which other bytes may be written.
protocol MessageParts: Sendable {
    /// Makes the next part; there is at least one.
    mutating func next() -> [UInt8]?

    /// True if there is no other part.
    var isAtEnd: Bool { get }
}
