import StatePattern

extension Player {
    /// The state of a player as a value: to be shown, stored, or sent to another isolation domain.
    ///
    /// Its raw value is for storage; its description is for people.
    public enum Phase: String, CaseIterable, Codable, Sendable {
        /// Nothing is loaded into the engine.
        case stopped
        /// The track is heard.
        case advancing
        /// The player should play, and waits for data.
        case buffering
        /// The track waits where it is.
        case paused

        /// True if the player should play; a button then offers a pause.
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
