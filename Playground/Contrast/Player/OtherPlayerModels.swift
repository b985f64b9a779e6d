import StateExploration
import StatePattern

/// The other forms of the player, as models.
extension PlayerModels {
    public static func enumWithHooks() -> MachineModel<String> {
        MachineModel(
            { PlayerAsEnumWithHooks() }, named: "enum with hooks",
            requests: ["play": { $0.play() }, "pause(at: 42)": { $0.pause(at: 42) }, "stop": { $0.stop() }],
            state: { player in
                switch player.state {
                case .stopped: "Stopped"
                case .playing: "Playing"
                case .paused(let second): "Paused, at \(second)"
                }
            }, trace: { $0.engine.takeLog() })
    }
}
