import StatePattern

/// The player as an enum for a runner: a plain value, with one `switch` and two hooks.
struct PlayerInRunner: EnumMachine, Hashable, Codable, Sendable {
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

    typealias Command = Engine.Command

    var state = State.stopped

    func answer(_ request: Request, _ effects: inout Effects) -> Answer {
        switch (state, request) {
        case (.stopped, .play), (.paused, .play): .transition(to: .playing)
        case (.playing, .pause(let second)):
            .transition(to: .paused(at: second))
        case (.playing, .stop), (.paused, .stop): .transition(to: .stopped)
        case (.playing, .play), (.paused, .pause), (.stopped, .stop):
            .handled
        case (.stopped, .pause): .unhandled
        }
    }

    func willExit(_ state: State, _ effects: inout Effects) {
        if state == .playing { effects.commands.append(.halt) }
    }

    func didEnter(_ state: State, _ effects: inout Effects) {
        if state == .playing { effects.commands.append(.start) }
    }
}

extension PlayerInRunner {
    /// The owner of a player, which carries out the player's commands.
    struct Owner {
        var runner = EnumRunner(PlayerInRunner())
        let engine = Engine()

        mutating func perform(_ request: Request) -> Outcome {
            let (outcome, commands) = runner.handle(request)
            commands.forEach(engine.perform)
            return outcome
        }
    }
}
