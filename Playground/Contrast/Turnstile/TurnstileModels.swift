import StateExploration
import StatePattern

/// The turnstile and its enum as machines that can be driven, explored and compared.
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

    /// The new passages; their total number would grow forever.
    private static func passages(_ count: Int, since known: inout Int) -> [String] {
        defer { known = count }
        return Array(repeating: "passage", count: count - known)
    }
}
