import Playback
import StatePattern

/// The player as an enum: the same requests, outcomes and commands to the engine as `Player`.
///
/// Everything about a state that is data of that state is an associated value. Each request is a `switch` over all
/// states, so that a request is read in one place, and a state in many.
public final class PlayerEnum {
    public enum State: Hashable, Sendable {
        case stopped
        case playing(isStalled: Bool)
        case paused(isStalled: Bool)
    }

    public private(set) var state = State.stopped
    public private(set) var queue: [Track] = []
    public private(set) var lastFailure: PlaybackFailure?
    public private(set) var loadNumber = 0
    public private(set) var seekNumber = 0

    private let engine: any PlaybackEngine
    private var index = 0
    private var pendingSeek: (number: Int, goal: Duration)?

    public init(engine: any PlaybackEngine) {
        self.engine = engine
    }

    /// Enters the first state.
    public func activate() { unloadTrack() }

    public var track: Track? { queue.isEmpty ? nil : queue[index] }
    public var phase: Player.Phase { state.phase }
    public var position: Duration { pendingSeek?.goal ?? engine.position }

    // MARK: Requests

    public func load(_ tracks: [Track]) -> Outcome {
        queue = tracks
        index = 0
        switch state {
        case .stopped: return .handled
        case .playing, .paused: return tracks.isEmpty ? change(to: .stopped) : startTrack()
        }
    }

    public func play() -> Outcome {
        switch state {
        case .stopped: startTrack()
        case .playing: .handled
        case .paused(let isStalled): change(to: .playing(isStalled: isStalled))
        }
    }

    public func pause() -> Outcome {
        switch state {
        case .stopped: .unhandled
        case .playing(let isStalled): change(to: .paused(isStalled: isStalled))
        case .paused: .handled
        }
    }

    public func stop() -> Outcome {
        switch state {
        case .stopped: .handled
        case .playing, .paused: change(to: .stopped)
        }
    }

    public func seek(to time: Duration) -> Outcome {
        guard state != .stopped else { return .unhandled }
        let goal = max(time, .zero)
        seekNumber += 1
        pendingSeek = (seekNumber, goal)
        engine.seek(to: goal, number: seekNumber)
        return .handled
    }

    // MARK: Reports

    public func receive(_ report: PlaybackReport) -> Outcome {
        switch report {
        case .finished(let load): finished(load: load)
        case .failed(let reason, let load): failed(reason: reason, load: load)
        case .stalled(let load): note(isStalled: true, load: load)
        case .recovered(let load): note(isStalled: false, load: load)
        case .sought(let number, let load): sought(number, load: load)
        }
    }

    private func finished(load: Int) -> Outcome {
        guard load == loadNumber else { return .handled }
        guard state != .stopped else { return .unhandled }
        index = (index + 1) % queue.count
        return index == 0 ? change(to: .stopped) : startTrack()
    }

    private func failed(reason: String, load: Int) -> Outcome {
        guard load == loadNumber else { return .handled }
        guard state != .stopped, let track else { return .unhandled }
        lastFailure = PlaybackFailure(track: track, reason: reason)
        return change(to: .stopped)
    }

    private func sought(_ number: Int, load: Int) -> Outcome {
        guard load == loadNumber else { return .handled }
        guard state != .stopped else { return .unhandled }
        if number == pendingSeek?.number { pendingSeek = nil }
        return .handled
    }

    // MARK: Transitions

    private func change(to next: State) -> Outcome {
        if state.isPlaying && !next.isPlaying { engine.pause() }
        let wasPlaying = state.isPlaying
        state = next
        if next == .stopped { unloadTrack() }
        if next.isPlaying && !wasPlaying { engine.play() }
        return .transitioned
    }

    private func note(isStalled: Bool, load: Int) -> Outcome {
        guard load == loadNumber else { return .handled }
        switch state {
        case .stopped:
            return .unhandled
        case .playing(isStalled):
            return .handled
        case .playing:
            return change(to: .playing(isStalled: isStalled))
        case .paused:
            state = .paused(isStalled: isStalled)
            return .handled
        }
    }

    /// Hands the current track to the engine; only a player that is paused stays so.
    private func startTrack() -> Outcome {
        guard let track else { return .refused }
        loadNumber += 1
        pendingSeek = nil
        lastFailure = nil
        engine.load(track, number: loadNumber)
        switch state {
        case .stopped, .playing:
            return change(to: .playing(isStalled: false))
        case .paused:
            state = .paused(isStalled: false)
            return .handled
        }
    }

    private func unloadTrack() {
        pendingSeek = nil
        engine.stop()
    }
}

extension PlayerEnum.State {
    var isPlaying: Bool {
        if case .playing = self { true } else { false }
    }

    /// The phase of the class-based machine in this state.
    public var phase: Player.Phase {
        switch self {
        case .stopped: .stopped
        case .playing(isStalled: false): .advancing
        case .playing(isStalled: true): .buffering
        case .paused: .paused
        }
    }
}
