import Playback

extension Player {
    /// A request of a player as a value: to be chosen by a program, written down, or sent to another isolation domain.
    ///
    /// The reports carry no numbers here: `perform(_:late:)` adds the current ones.
    public enum Request: Hashable, Sendable {
        /// Replaces the queue.
        case load([Track])
        /// Plays on, or from the beginning of the current track.
        case play
        /// Keeps the place in the current track, and plays no more.
        case pause
        /// Forgets the place in the current track.
        case stop
        /// Goes to a place in the current track.
        case seek(to: Duration)
        /// Reports that the track has been played to its end.
        case finished
        /// Reports that the track cannot be played, or not any further.
        case failed(reason: String)
        /// Reports that data is missing.
        case stalled
        /// Reports that data comes in again.
        case recovered
        /// Reports that the latest seek has been carried out.
        case sought
    }
}

extension Player.Request: CaseIterable {
    /// One request of each kind, in the order of the cases, with an example of each argument.
    public static let allCases: [Self] = [
        .load([Track("Prelude", duration: .seconds(60)), Track("Fugue", duration: .seconds(90))]),
        .play, .pause, .stop, .seek(to: .seconds(20)), .finished, .failed(reason: "tape torn"), .stalled, .recovered,
        .sought,
    ]
}

extension Player.Request: CustomStringConvertible {
    /// The name of the request, without its argument: `seek`.
    public var description: String {
        switch self {
        case .load: "load"
        case .play: "play"
        case .pause: "pause"
        case .stop: "stop"
        case .seek: "seek"
        case .finished: "finished"
        case .failed: "failed"
        case .stalled: "stalled"
        case .recovered: "recovered"
        case .sought: "sought"
        }
    }
}
