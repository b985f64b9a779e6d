import StateExploration
import StatePattern

/// The player as classes, as an enum and by hand, as models that can be driven, explored and compared. States have names
/// such as `Paused, at 42`.
public enum PlayerModels {
    public static func classes() -> MachineModel<String> {
        MachineModel(
            { PlayerAsClasses() }, named: "classes",
            requests: ["play": { $0.play() }, "pause(at: 42)": { $0.pause(at: 42) }, "stop": { $0.stop() }],
            data: { player in (player.state as? PlayerAsClasses.Paused).map { "at \($0.second)" } ?? "" },
            trace: { $0.engine.takeLog() })
    }

    public static func `enum`() -> MachineModel<String> {
        MachineModel(
            { PlayerAsEnum.Owner() }, named: "enum",
            requests: [
                "play": { $0.perform(.play) }, "pause(at: 42)": { $0.perform(.pause(at: 42)) },
                "stop": { $0.perform(.stop) },
            ],
            state: { $0.player.state.nameInGraph }, trace: { $0.engine.takeLog() })
    }

    public static func byHand() -> MachineModel<String> {
        MachineModel(
            { PlayerByHand.Owner() }, named: "by hand",
            requests: [
                "play": { $0.player.play() }, "pause(at: 42)": { $0.player.pause(at: 42) },
                "stop": { $0.player.stop() },
            ],
            state: { $0.player.nameInGraph }, trace: { $0.player.engine.takeLog() })
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
    /// Breaks the reference cycle of a player and its state when the search frees the owner. The search makes many
    /// players.
    final class Owner {
        let player = PlayerByHand()

        deinit { player.state = nil }
    }

    var nameInGraph: String {
        switch state {
        case is PlayingByHand: "Playing"
        case let paused as PausedByHand: "Paused, at \(paused.second)"
        default: "Stopped"
        }
    }
}
