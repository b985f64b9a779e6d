import StatePattern

extension Player {
    /// The state of a player as a value, which you can show, store, or send to another isolation domain.
    ///
    /// The raw value is for storage; the description is for people.
    public enum Phase: String, CaseIterable, Codable, Sendable {
        /// Nothing is loaded into the engine.
        case stopped
        /// The track plays.
        case advancing
        /// The player should play, and waits for data.
        case buffering
        /// The track is loaded, and waits at its current place.
        case paused

        /// True if the player should play. A button then should offer a pause.
        public var isPlaying: Bool { self == .advancing || self == .buffering }
    }

    /// The phase of the player's ``/StatePattern/Context/state``.
    public var phase: Phase { state.phase }
}

extension Player.Phase: CustomStringConvertible {
    /// The path of the state: `Playing/Advancing`.
    public var description: String {
        (isPlaying ? "Playing/" : "") + rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
}
