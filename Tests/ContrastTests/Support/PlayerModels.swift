import StateExploration
import StatePattern

/// The three players as machines that can be driven, explored and compared; a state is named as `Paused, at 42`.
enum PlayerModels {
    /// One request of each kind: with three states, that makes nine cells.
    static let requests: [PlayerAsEnum.Request] = [.play, .pause(at: 42), .stop]
    /// Two different pauses, for mistakes that one pause does not show.
    static let moreRequests = requests + [.pause(at: 7)]

    static func classes(_ requests: [PlayerAsEnum.Request] = requests) -> MachineModel<PlayerAsEnum.Request> {
        MachineModel(
            { PlayerAsClasses() }, named: "classes", requests: requests,
            perform: { $0.perform($1) },
            data: { player in (player.state as? PlayerAsClasses.Paused).map { "at \($0.second)" } ?? "" },
            trace: { $0.engine.takeLog() })
    }

    static func `enum`(_ requests: [PlayerAsEnum.Request] = requests) -> MachineModel<PlayerAsEnum.Request> {
        MachineModel(
            { PlayerAsEnum.Owner() }, named: "enum", requests: requests,
            perform: { $0.perform($1) },
            state: { $0.player.state.nameInGraph },
            trace: { $0.engine.takeLog() })
    }

    static func byHand(_ requests: [PlayerAsEnum.Request] = requests) -> MachineModel<PlayerAsEnum.Request> {
        MachineModel(
            { PlayerByHand.Owner() }, named: "by hand", requests: requests,
            perform: { $0.player.perform($1) },
            state: { $0.player.nameInGraph },
            trace: { $0.player.engine.takeLog() })
    }
}

extension PlayerAsClasses {
    func perform(_ request: PlayerAsEnum.Request) -> Outcome {
        switch request {
        case .play: play()
        case .pause(let second): pause(at: second)
        case .stop: stop()
        }
    }
}

extension PlayerAsEnum.State {
    var nameInGraph: String {
        switch self {
        case .stopped: "Stopped"
        case .playing: "Playing"
        case .paused(let second): "Paused, at \(second)"
        }
    }
}

extension PlayerByHand {
    /// Breaks the cycle of a player and its state at the end; the search makes many players.
    final class Owner {
        let player = PlayerByHand()

        deinit { player.state = nil }
    }

    func perform(_ request: PlayerAsEnum.Request) -> Outcome {
        switch request {
        case .play: play()
        case .pause(let second): pause(at: second)
        case .stop: stop()
        }
    }

    var nameInGraph: String {
        switch state {
        case is PlayingByHand: "Playing"
        case let paused as PausedByHand: "Paused, at \(paused.second)"
        default: "Stopped"
        }
    }
}
