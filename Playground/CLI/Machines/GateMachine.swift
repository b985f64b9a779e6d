import MachineModels
import Messaging
import StateExploration
import StateInspector
import StatePattern

/// The token gate without a server: the user types the server's reports.
final class GateMachine: Machine {
    static let name = "gate"
    static let summary = "access tokens that expire, are refreshed or refused, and the session that depends on them"
    static let hint: String? =
        "Nothing happens by itself here: you type what is reported as well, such as connected or expired."

    private let gate = TokenGate.makeExample()

    init(inRealTime: Bool) {}

    var state: String { gate.state.statePath }
    var stateInOverview: String { gate.stateInOverview }

    var detail: String { gate.detail }

    func takeEffects() -> [String] { gate.takeWords() }

    func activate(_ tell: @escaping (ObservedRequest) -> Void) {
        gate.observeRequests { tell(ObservedRequest($0)) }
        gate.activate()
    }

    func follow(in log: RequestLog) -> String { log.follow(gate, named: Self.name) }
}

extension GateMachine {
    static let replay: Playground.Replay = { try TokenGate.replay($0, of: $1) }

    static let commands: [Command<GateMachine>] = [
        request("anotherToken", "there is another token of the same user; of Ada, if no user is logged in"),
        request("anotherUsersToken", "there is a token of another user"),
        request("sameToken", "the token is reported once more"),
        request("laterExpiry", "the token expires later than it was said to"),
        request("refusedToken", "there is a token of the same user that was refused before"),
        request("noToken", "the user has logged out"),
        report("connected", "the server has accepted the token"),
        report("refused", "the server has refused the session, and the token may be wrong"),
        report("credentialsRefused", "the server has refused the session, and the token is certainly wrong"),
        report("refusedForNow", "the server has refused the session, and the token is not the reason"),
        report("expired", "the token has expired, or is about to"),
        report("refreshEnded", "the store keeps the token that it was to replace"),
        report("refreshDenied", "there is certainly no other token to be had"),
        report("retryTimerFired", "the wait after a refusal is over"),
        report("disconnected", "the session is closed"),
    ]

    /// A command for a request with the gate's current numbers. The gate drops a report about an operation that is
    /// over.
    private static func request(_ name: String, _ help: String) -> Command<GateMachine> {
        Command(name, help) { $0.gate.make(name) }
    }

    private static func report(_ name: String, _ help: String) -> Command<GateMachine> {
        request(name, help).asReport
    }

    static let reporter = "its owner"

    static let overview = Overview(TokenGate.model, isMergedOnPage: true, promises: TokenGate.promises)

    static let tour: [(caption: String, requests: String)] = [
        (
            "There is a session while there is a token, and before that nothing connects.",
            "connected anotherToken connected noToken disconnected"
        ),
        (
            "Another token takes the place of one that is about to expire, and leads to another session.",
            "anotherToken connected expired anotherToken disconnected connected"
        ),
        (
            "A refused token is not shown again. Another one is asked for. If that is refused as well, the reason may pass.",
            "anotherToken refused disconnected anotherToken refused disconnected retryTimerFired connected"
        ),
        (
            "The user has to log in only where there is certainly no other token.",
            "anotherToken refused disconnected refreshDenied anotherToken"
        ),
        (
            "Nothing of one user reaches another one: the session is closed before the next.",
            "anotherToken connected anotherUsersToken connected noToken anotherUsersToken disconnected"
        ),
    ]
}
