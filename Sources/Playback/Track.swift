/// Something to play.
public struct Track: Hashable, Sendable {
    public let title: String
    /// How long it plays, from 0.
    public let duration: Duration

    /// - Precondition: `duration` is not negative.
    public init(_ title: String, duration: Duration) {
        guard duration >= .zero else { fatalError("A track cannot have a negative duration.") }
        self.title = title
        self.duration = duration
    }
}
