import StatePattern

/// The player as an enum with its hooks in one place, and a method for each request.
///
/// No request can change the state without calling the hooks. The player performs its commands itself, so it is no plain
/// value any more.
struct PlayerAsEnumWithHooks {
    enum State: Hashable {
        case stopped
        case playing
        case paused(at: Int)
    }

    let engine = Engine()
    private(set) var state = State.stopped {
        didSet {
            if oldValue == state { return }
            if oldValue == .playing { engine.perform(.halt) }
            if state == .playing { engine.perform(.start) }
        }
    }

    mutating func play() -> Outcome {
        if state == .playing { return .handled }
        state = .playing
        return .transitioned
    }

    mutating func pause(at second: Int) -> Outcome {
        switch state {
        case .stopped: return .unhandled
        case .paused: return .handled
        case .playing: state = .paused(at: second)
        }
        return .transitioned
    }

    mutating func stop() -> Outcome {
        if state == .stopped { return .handled }
        state = .stopped
        return .transitioned
    }
}
