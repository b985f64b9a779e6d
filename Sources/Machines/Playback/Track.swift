import StatePattern

/// A piece of music or speech that can be played.
public struct Track: Codable, Hashable, Identifiable, Sendable {
    /// The identity of the track in a list, such as the URL of its file. By default, it is the title.
    public let id: String
    public let title: String
    /// The playing time that is known in advance, at most a century; `nil` if unknown.
    ///
    /// A player does not rely on it: a track ends when the engine reports its end, and a seek may go beyond this time.
    /// The engine determines ``Player/duration``.
    public let duration: Duration?

    /// Makes a track.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - id: The identity, for a list in which several tracks may have the same title; by default, the title.
    ///   - duration: The playing time; `nil` if it is unknown.
    /// - Precondition: `duration` is not negative.
    public init(_ title: String, id: String? = nil, duration: Duration? = nil) {
        guard duration ?? .zero >= .zero else {
            fatalError("A track cannot have a negative duration. “\(title)” has one.")
        }
        self.id = id ?? title
        self.title = title
        self.duration = duration?.withinCentury
    }
}
