import StateExploration
import StatePattern

/// The other forms of the player, as models.
extension PlayerModels {
    public static func enumWithHooks() -> MachineModel<String> {
        MachineModel(
            { PlayerAsEnumWithHooks() }, named: "enum with hooks",
            requests: ["play": { $0.play() }, "pause(at: 42)": { $0.pause(at: 42) }, "stop": { $0.stop() }],
            state: { name(of: $0.state) }, trace: { $0.engine.takeLog() })
    }

    public static func enumInRunner() -> MachineModel<String> {
        MachineModel(
            { PlayerInRunner.Owner() }, named: "enum in a runner",
            requests: .init([PlayerInRunner.Request.play, .pause(at: 42), .stop]) { $0.perform($1) },
            state: { name(of: $0.runner.machine.state) }, trace: { $0.engine.takeLog() })
    }

    public static func book() -> MachineModel<String> {
        MachineModel(
            { PlayerOfTheBook() }, named: "the book's form",
            requests: ["play": { $0.play() }, "pause(at: 42)": { $0.pause(at: 42) }, "stop": { $0.stop() }],
            state: { name(of: $0.state, second: ($0.state as? PlayerOfTheBook.Paused)?.second) },
            trace: { $0.engine.takeLog() })
    }

    public static func byHand() -> MachineModel<String> {
        MachineModel(
            { PlayerByHand.Owner() }, named: "by hand",
            requests: [
                "play": { $0.player.play() }, "pause(at: 42)": { $0.player.pause(at: 42) },
                "stop": { $0.player.stop() },
            ],
            state: { name(of: $0.player.state!, second: ($0.player.state as? PausedByHand)?.second) },
            trace: { $0.player.engine.takeLog() })
    }

    private static func name(of state: Any, second: Int?) -> String {
        "\(type(of: state))".replacing("ByHand", with: "") + (second.map { ", at \($0)" } ?? "")
    }
}

extension PlayerByHand {
    /// Breaks the reference cycle of a player and its state when the search frees the owner. The search makes many
    /// players.
    final class Owner {
        let player = PlayerByHand()

        deinit { player.state = nil }
    }
}
