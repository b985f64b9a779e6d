import StatePattern

/// The player as an enum: a value with one `switch`, which has a cell for each of three states and three requests.
///
/// It returns the commands for the engine instead of performing them. Its outcomes are the outcomes of the classes, so
/// that a search can compare the two forms. An enum alone would need only a `Bool`.
struct PlayerAsEnum: Hashable, Codable, Sendable {
    enum State: Hashable, Codable, Sendable {
        case stopped
        case playing
        case paused(at: Int)
    }

    enum Request: Hashable, Sendable {
        case play
        case pause(at: Int)
        case stop
    }

    private(set) var state = State.stopped

    mutating func handle(
        _ request: Request
    ) -> (outcome: Outcome, command: Engine.Command?) {
        // No `default`: a new state or request does not compile until it has
        // its cells.
        switch (state, request) {
        case (.stopped, .play), (.paused, .play):
            state = .playing
            return (.transitioned, .start)
        case (.playing, .pause(let second)):
            state = .paused(at: second)
            return (.transitioned, .halt)
        case (.playing, .stop):
            state = .stopped
            return (.transitioned, .halt)
        case (.paused, .stop):
            state = .stopped
            return (.transitioned, nil)
        case (.playing, .play), (.paused, .pause), (.stopped, .stop):
            return (.handled, nil)
        case (.stopped, .pause):
            return (.unhandled, nil)
        }
    }
}

extension PlayerAsEnum {
    /// The owner of a player, which carries out the player's commands.
    struct Owner {
        var player = PlayerAsEnum()
        let engine = Engine()

        mutating func perform(_ request: Request) -> Outcome {
            let (outcome, command) = player.handle(request)
            if let command { engine.perform(command) }
            return outcome
        }
    }
}
