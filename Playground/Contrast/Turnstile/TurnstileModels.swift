import StateExploration
import StatePattern

/// The two forms of the turnstile as models, which can be driven, explored and compared.
public enum TurnstileModels {
    public static func classes() -> MachineModel<String> {
        MachineModel(
            { (turnstile: Turnstile(), passages: 0) }, named: "classes",
            requests: ["insertCoin": { $0.turnstile.insertCoin() }, "push": { $0.turnstile.push() }],
            state: { $0.turnstile.state.statePath },
            trace: { passages($0.turnstile.passages, since: &$0.passages) })
    }

    public static func `enum`() -> MachineModel<String> {
        MachineModel(
            { (turnstile: TurnstileAsEnum(), passages: 0) }, named: "enum",
            requests: ["insertCoin": { $0.turnstile.insertCoin() }, "push": { $0.turnstile.push() }],
            state: { $0.turnstile.state.rawValue },
            trace: { passages($0.turnstile.passages, since: &$0.passages) })
    }

    /// One effect for each passage since the previous call. The total number would grow forever.
    private static func passages(_ count: Int, since known: inout Int) -> [String] {
        defer { known = count }
        return Array(repeating: "passage", count: count - known)
    }
}
