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
        if let mistake = Self.mistake(duration, of: title) { fatalError(mistake) }
        (self.id, self.title, self.duration) = (id ?? title, title, duration?.withinCentury)
    }

    /// - Throws: `DecodingError.dataCorrupted` for a duration that ``init(_:id:duration:)`` does not accept.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let title = try values.decode(String.self, forKey: .title)
        let duration = try values.decodeIfPresent(Duration.self, forKey: .duration)
        if let mistake = Self.mistake(duration, of: title) {
            throw DecodingError.dataCorruptedError(forKey: .duration, in: values, debugDescription: mistake)
        }
        self.init(title, id: try values.decode(String.self, forKey: .id), duration: duration)
    }

    private static func mistake(_ duration: Duration?, of title: String) -> String? {
        duration ?? .zero < .zero ? "A track cannot have a negative duration. “\(title)” has one." : nil
    }
}
