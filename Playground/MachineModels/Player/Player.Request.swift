import Playback
import StatePattern

extension Player {
    /// A request of a player as a value, which a program can choose, record, or send to another isolation domain.
    ///
    /// The reports have no numbers here: ``Playback/Player/perform(_:late:)`` adds them.
    public enum Request: Hashable, Sendable {
        /// Replaces the queue, and goes to a track in it and a position in the track.
        case load([Track], startingAt: Int = 0, position: Duration = .zero)
        /// Resumes, or plays from the beginning of the current track.
        case play
        /// Pauses, and keeps the place in the current track.
        case pause
        /// Stops, and forgets the place in the current track.
        case stop
        /// Goes to the beginning of the next track.
        case next
        /// Goes to the beginning of the previous track.
        case previous
        /// Goes to a place in the current track.
        case seek(to: Duration)
        /// Reports that the track has been played to its end.
        case finished
        /// Reports that the track cannot be played, or cannot be played any further.
        case failed(reason: String)
        /// Reports that playing has stopped because data is missing.
        case stalled
        /// Reports that data arrives again.
        case recovered
        /// Reports that the latest seek has been carried out.
        case sought
        /// Reports that something else has paused the engine.
        case paused
    }

    /// Makes a request. A report gets the latest load and play numbers minus `late`. With `late` 1, it belongs to the
    /// previous load or play.
    @discardableResult public func perform(_ request: Request, late: Int = 0) -> Outcome {
        let load = loadNumber - late
        return switch request {
        case .load(let queue, let index, let position): self.load(queue, startingAt: index, position: position)
        case .play: play()
        case .pause: pause()
        case .stop: stop()
        case .next: next()
        case .previous: previous()
        case .seek(let time): seek(to: time)
        case .finished: receive(.finished(load: load))
        case .failed(let reason): receive(.failed(reason: reason, load: load))
        case .stalled: receive(.stalled(load: load))
        case .recovered: receive(.recovered(load: load))
        case .sought: receive(.sought(seekNumber, load: load))
        case .paused: receive(.paused(play: playNumber - late))
        }
    }
}

extension Player.Request: CaseIterable {
    private static let queue = [
        Track("Prelude", duration: .seconds(100)), Track("Fugue", duration: .seconds(60)),
    ]
    public static let loadNothing = load([])
    public static let loadAtPlace = load(queue, startingAt: 1, position: .seconds(30))
    public static let loadBeyond = load(queue, startingAt: 2)

    /// All requests, in the order of the cases, with several arguments for `load`.
    public static let allCases: [Self] = [
        .load(queue), loadNothing, loadAtPlace, loadBeyond, .play, .pause, .stop, .next, .previous,
        .seek(to: .seconds(20)), .finished, .failed(reason: "tape torn"), .stalled, .recovered, .sought, .paused,
    ]
}

extension Player.Request: CustomStringConvertible {
    /// The name of the request: `seek`. An unusual argument has a separate name: `loadNothing`.
    public var description: String {
        switch self {
        case .loadNothing: "loadNothing"
        case .loadAtPlace: "loadAtPlace"
        case .loadBeyond: "loadBeyond"
        case .load: "load"
        case .play: "play"
        case .pause: "pause"
        case .stop: "stop"
        case .next: "next"
        case .previous: "previous"
        case .seek: "seek"
        case .finished: "finished"
        case .failed: "failed"
        case .stalled: "stalled"
        case .recovered: "recovered"
        case .sought: "sought"
        case .paused: "paused"
        }
    }
}
