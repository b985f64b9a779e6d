/// A piece of music or speech that can be played.
public struct Track: Hashable, Identifiable, Sendable {
    /// The identity of the track in a list, such as the URL of its file; by default, its title.
    public let id: String
    public let title: String
    /// The playing time; one of more than a century is a century.
    public let duration: Duration

    /// Makes a track.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - id: An identity of its own, for a list in which two tracks may have the same title.
    ///   - duration: The playing time.
    /// - Precondition: `duration` is not negative.
    public init(_ title: String, id: String? = nil, duration: Duration) {
        guard duration >= .zero else { fatalError("A track cannot have a negative duration. “\(title)” has one.") }
        self.id = id ?? title
        self.title = title
        // Clocks trap at times that they cannot represent.
        self.duration = min(duration, .seconds(3_155_760_000))
    }
}
