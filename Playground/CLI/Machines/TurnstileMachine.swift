import Contrast
import MachineModels
import StateExploration
import StateInspector
import StatePattern

/// The turnstile of the README, the smallest machine of all.
final class TurnstileMachine: Machine {
    static let name = "turnstile"
    static let summary = "a coin unlocks it, a push locks it: the machine to begin with"

    private let turnstile = Turnstile()

    init(inRealTime: Bool) {}

    var state: String { turnstile.state.statePath }
    var detail: String { "\(turnstile.passages) \(turnstile.passages == 1 ? "passage" : "passages")" }

    func activate(_ tell: @escaping (ObservedRequest) -> Void) {
        turnstile.observeRequests { tell(ObservedRequest($0)) }
        turnstile.activate()
    }

    func follow(in log: RequestLog) -> String { log.follow(turnstile, named: Self.name) }
}

extension TurnstileMachine {
    static let replay: Playground.Replay = { recording, name in
        try recording.replay(
            of: name,
            on: { start -> Turnstile in
                let turnstile = Turnstile()
                if start.state == "Unlocked" { turnstile.insertCoin() }
                return turnstile
            },
            requests: [.init(Turnstile.insertCoin), .init(Turnstile.push)])
    }

    static let commands: [Command<TurnstileMachine>] = [
        Command("insertCoin", "pay for one passage") { $0.turnstile.insertCoin() },
        Command("push", "push the arm, to go through") { $0.turnstile.push() },
    ]

    static let overview = Overview(model, promises: promises)

    /// It has one effect for each passage of a request. The total number would grow forever.
    static var model: MachineModel<String> {
        MachineModel(
            { (turnstile: Turnstile(), passages: 0) }, named: name,
            requests: ["insertCoin": { $0.turnstile.insertCoin() }, "push": { $0.turnstile.push() }],
            state: { $0.turnstile.state.statePath },
            trace: { system in
                defer { system.passages = system.turnstile.passages }
                return Array(repeating: "passage", count: system.turnstile.passages - system.passages)
            })
    }

    static let promises: Promises<String> = [
        "there is no passage before a coin": .precedes(.request("insertCoin"), .effect("passage")),
        "each passage has a coin of its own":
            .never(.effect("passage"), after: .effect("passage"), until: .request("insertCoin")),
    ]

    static let tour: [(caption: String, requests: String)] = [
        ("A locked turnstile takes a coin, and a push does nothing.", "push insertCoin push"),
        ("An unlocked one lets one person through, and takes no other coin.", "insertCoin insertCoin push push"),
    ]
}
