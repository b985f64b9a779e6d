import StateExploration
import StatePattern

/// The player as classes and as an enum, as models that can be driven, explored and compared. States have names such as
/// `Paused, at 42`.
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
            requests: .init([PlayerAsEnum.Request.play, .pause(at: 42), .stop]) { $0.perform($1) },
            state: { name(of: $0.player.state) }, trace: { $0.engine.takeLog() })
    }

    /// The name of an enum's state as the classes have it: `paused(at: 42)` is `Paused, at 42`.
    static func name(of state: some Hashable) -> String {
        let text = "\(state)".replacing("(", with: ", ").replacing(/[:)]/, with: "")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
