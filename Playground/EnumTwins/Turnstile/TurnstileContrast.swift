import StateExploration
import StatePattern

/// The members that the turnstile and its enum have in common; neither of them needs to know.
public protocol TurnstileLike: AnyObject {
    func insertCoin() -> Outcome
    func push() -> Outcome
    var passages: Int { get }
    var stateName: String { get }
}

extension Turnstile: TurnstileLike {
    public var stateName: String { state.path }
}

extension TurnstileEnum: TurnstileLike {
    public var stateName: String { state.rawValue }
}

/// The turnstile and its enum as systems that can be explored and compared.
public enum TurnstileContrast {
    public static var machine: MachineModel<String> { model("class") { Turnstile() } }
    public static var twin: MachineModel<String> { model("enum") { TurnstileEnum() } }

    private static func model(_ name: String, make: @escaping () -> any TurnstileLike) -> MachineModel<String> {
        MachineModel(
            { (turnstile: make(), passages: 0) }, named: name,
            requests: ["insertCoin": { $0.turnstile.insertCoin() }, "push": { $0.turnstile.push() }],
            state: { $0.turnstile.stateName },
            trace: { system in
                // Only what is new: the number itself has no end.
                defer { system.passages = system.turnstile.passages }
                return Array(repeating: "passage", count: system.turnstile.passages - system.passages)
            })
    }
}
