import EnumTwins
import StateInspector
import StatePattern

/// The turnstile of the README, the smallest machine of all.
final class TurnstileMachine: Machine {
    static let name = "turnstile"
    static let summary = "a coin unlocks it, a push locks it: the machine to begin with"

    private let turnstile: any TurnstileLike

    private init(_ turnstile: any TurnstileLike) { self.turnstile = turnstile }

    convenience init(inRealTime: Bool) { self.init(Turnstile()) }

    static var twins: [(name: String, make: () -> TurnstileMachine)] {
        [("enum", { TurnstileMachine(TurnstileEnum()) })]
    }

    var state: String { turnstile.stateName }
    var stateInOverview: String { turnstile.stateName }
    var detail: String { "\(turnstile.passages) \(turnstile.passages == 1 ? "passage" : "passages")" }

    func activate(_ tell: @escaping (ObservedRequest) -> Void) {
        guard let turnstile = turnstile as? Turnstile else { return }
        turnstile.observeRequests { tell(ObservedRequest($0)) }
        turnstile.activate()
    }

    func follow(with inspector: Inspector) throws -> InspectedMachine {
        try follow(turnstile as? Turnstile, with: inspector)
    }

    func listen(_ perform: (Request<TurnstileMachine>) -> Void) async {}
}

extension TurnstileMachine {
    static let commands: [Command<TurnstileMachine>] = [
        Command("insertCoin", "pay for one passage") { $0.turnstile.insertCoin() },
        Command("push", "push the arm, to go through") { $0.turnstile.push() },
    ]

    static let overview = Overview(TurnstileContrast.machine, twin: TurnstileContrast.twin)

    static let contrasts = [
        Contrast(
            "turnstile", "the turnstile and the same machine as an enum", TurnstileContrast.machine,
            TurnstileContrast.twin)
    ]

    static let tour: [(caption: String, requests: String)] = [
        ("A locked turnstile takes a coin, and a push does nothing.", "push insertCoin push"),
        ("An unlocked one lets one person through, and takes no other coin.", "insertCoin insertCoin push push"),
    ]
}
