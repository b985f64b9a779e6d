import Foundation
import StateExploration
import StatePattern

extension TokenGate {
    /// The requests of a gate, with an offset for the numbers of reports, negative for late ones, and with the expiry of
    /// tokens.
    package static func requests(
        offset: Int = 0, expiry: Date? = exampleExpiry, areTokensGood: Bool = false
    ) -> RequestList<TokenGate> {
        func change(_ name: String, _ token: @escaping (TokenGate) -> AccessToken?) -> RequestList<TokenGate>.Element {
            .init(TokenGate.tokenChanged, named: name, argument: token)
        }
        func refusal(_ name: String, _ kind: RefusalKind) -> RequestList<TokenGate>.Element {
            .init(TokenGate.refused, named: name, arguments: { (kind, $0.number + offset) })
        }
        let changes: RequestList<TokenGate> = [
            change("anotherToken") { AccessToken(user: $0.user, secret: "\($0.number + 1)", expiry: expiry) },
            change("anotherUsersToken") {
                AccessToken(user: $0.user == "ada" ? "bob" : "ada", secret: "\($0.number + 1)", expiry: expiry)
            },
            change("sameToken") { $0.token },
            change("laterExpiry") { gate in
                gate.token.map { AccessToken(user: $0.user, secret: $0.secret, expiry: later(than: $0.expiry)) }
            },
        ]
        let refused = change("refusedToken") {
            AccessToken(user: $0.user, secret: $0.token?.secret == "0" ? "-1" : "0")
        }
        return changes + (areTokensGood ? [] : [refused]) + [
            change("noToken") { _ in nil }, .init(TokenGate.connected) { $0.number + offset },
            refusal("refused", .unknown),
            refusal("credentialsRefused", .credentials), refusal("refusedForNow", .temporary),
            .init(TokenGate.expired) { $0.number + offset }, .init(TokenGate.refreshEnded) { $0.number + offset },
            .init(TokenGate.refreshDenied) { $0.number + offset },
            .init(TokenGate.retryTimerFired) { $0.number + offset },
            .init(TokenGate.disconnected) { $0.session + offset },
        ]
    }

    private var user: String { token?.user ?? "ada" }

    /// The expiry of the examples' tokens.
    package static let exampleExpiry = Date(timeIntervalSince1970: 1_000_000)

    /// The time a minute after a token's expiry, or after that of the examples if it is `nil`.
    package static func later(than expiry: Date?) -> Date { (expiry ?? exampleExpiry).addingTimeInterval(60) }

    /// The tokens that the examples' gates know as refused: two of each user, so that one of them is not the newest.
    package static let refusedTokens = Set(
        ["ada", "bob"].flatMap { user in ["-1", "0"].map { AccessToken(user: user, secret: $0) } })

    /// Makes a gate that knows the tokens in ``refusedTokens``.
    package static func example() -> TokenGate {
        TokenGate(refusals: Dictionary(uniqueKeysWithValues: refusedTokens.map { ($0, .credentials) }))
    }

    /// A model of the gate. States and effects leave out numbers, because they grow forever.
    public static var model: MachineModel<String> {
        MachineModel(
            { example() }, requests: requests(), state: { $0.stateInModel }, trace: { $0.takeEffects().map(\.words) })
    }

    /// The text for the gate's state in ``model``.
    package var stateInModel: String {
        var words = ["\(phase)"]
        if let afterClosing { words.append("then \(afterClosing)") }
        if afterClosing != nil, isRefreshing { words.append("refresh in progress") }
        if isFinalAttempt { words.append("last try") }
        // Part of the text, because the end of a refresh depends on the refusal.
        if phase == .refreshing || afterClosing == .refresh, refusal == .credentials {
            words.append("credentials refused")
        }
        return words.joined(separator: ", ")
    }

    /// The promises that the gate keeps to the session, to the token store, and to the user.
    public static var promises: Promises<String> {
        [
            "a timer of an expiry is never started twice":
                .never(
                    .effect("startExpiryTimer"), after: .effect("startExpiryTimer"),
                    until: .effect("cancelExpiryTimer")),
            "a timer of a retry is never started twice":
                .never(
                    .effect("startRetryTimer"), after: .effect("startRetryTimer"), until: .effect("cancelRetryTimer")),
            "no session begins before the last one has ended":
                .never(.effect("connect"), after: .effect("connect"), until: .request("disconnected")),
            "the token store is asked for one token at a time":
                .never(
                    .effect("askForRefresh"), after: .effect("askForRefresh"),
                    until: .effect("cancelRefresh") || .request("refreshEnded", "refreshDenied")),
            "no session of a user begins after the log-out":
                .never(
                    .effect("connect"), after: .request("noToken"),
                    until: .request("anotherToken", "anotherUsersToken", "refusedToken")),
            "a session that is closed leads further":
                .leads(from: .isIn("Closing"), to: !.isIn("Closing"), fair: ["disconnected"]),
        ]
    }
}

extension TokenGate.Effect {
    /// The name of the effect without its arguments.
    package var words: String { String("\(self)".prefix { $0 != "(" }) }
}
