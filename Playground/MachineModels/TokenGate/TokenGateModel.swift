import Foundation
import Messaging
import StateExploration
import StatePattern

/// A request of a token gate as a value. A request with a token carries the gate's token or another one.
public enum TokenGateRequest: String, CaseIterable, Sendable {
    /// Another token of the same user, or a token of Ada if no user is logged in.
    case anotherToken
    case anotherUsersToken
    case sameToken
    /// The gate's token with a later expiry.
    case laterExpiry
    /// A token of the same user that was refused before.
    case refusedToken
    case noToken
    case connected
    /// A refusal that may be due to the token or to the server.
    case refused
    case credentialsRefused
    case refusedForNow
    case expired, refreshEnded, refreshDenied, retryTimerFired, disconnected

    /// True for a report, false for a change of the token.
    public var isReport: Bool {
        switch self {
        case .anotherToken, .anotherUsersToken, .sameToken, .laterExpiry, .refusedToken, .noToken: false
        default: true
        }
    }

    /// Makes the request.
    ///
    /// - Parameters:
    ///   - gate: The gate.
    ///   - offset: Added to the number of a report: 0 for a current report, negative for a late one.
    ///   - expiry: The expiry of the request's token; `nil` for a token that does not expire.
    /// - Returns: The outcome of the request.
    @discardableResult public func perform(
        on gate: TokenGate, offset: Int = 0, expiry: Date? = TokenGateModel.expiry
    ) -> Outcome {
        let number = gate.number + offset
        let user = gate.token?.user ?? "ada"
        func token(of user: String) -> AccessToken {
            AccessToken(user: user, secret: "\(gate.number + 1)", expiry: expiry)
        }
        return switch self {
        case .anotherToken: gate.tokenChanged(to: token(of: user))
        case .anotherUsersToken: gate.tokenChanged(to: token(of: user == "ada" ? "bob" : "ada"))
        case .sameToken: gate.tokenChanged(to: gate.token)
        case .laterExpiry:
            gate.tokenChanged(
                to: gate.token.map {
                    AccessToken(user: $0.user, secret: $0.secret, expiry: TokenGateModel.later(than: $0.expiry))
                })
        case .refusedToken:
            gate.tokenChanged(to: AccessToken(user: user, secret: gate.token?.secret == "0" ? "-1" : "0"))
        case .noToken: gate.tokenChanged(to: nil)
        case .connected: gate.connected(number: number)
        case .refused: gate.refused(.unknown, number: number)
        case .credentialsRefused: gate.refused(.credentials, number: number)
        case .refusedForNow: gate.refused(.temporary, number: number)
        case .expired: gate.expired(number: number)
        case .refreshEnded: gate.refreshEnded(number: number)
        case .refreshDenied: gate.refreshDenied(number: number)
        case .retryTimerFired: gate.retryTimerFired(number: number)
        case .disconnected: gate.disconnected(number: gate.session + offset)
        }
    }
}

extension TokenGateRequest: CustomStringConvertible {
    public var description: String { rawValue }
}

/// A model of the token gate for exploration.
///
/// Reports carry the current numbers. States and effects leave the numbers out, because they grow forever.
public enum TokenGateModel {
    public static var machine: MachineModel<TokenGateRequest> {
        MachineModel(
            makeGate, named: "class", requests: TokenGateRequest.allCases, perform: { $1.perform(on: $0) },
            state: { state(of: $0) }, trace: { takeEffects(of: $0) })
    }

    /// The tokens that the gates know as refused: two of each user, so that one of them is not the newest.
    public static let refused = Set(
        ["ada", "bob"].flatMap { user in ["-1", "0"].map { AccessToken(user: user, secret: $0) } })

    /// Makes a gate that knows the tokens in ``refused``.
    public static func makeGate() -> TokenGate {
        TokenGate(refusals: Dictionary(uniqueKeysWithValues: refused.map { ($0, .credentials) }))
    }

    /// The time at which the tokens expire.
    public static let expiry = Date(timeIntervalSince1970: 1_000_000)

    /// The time a minute after `expiry`, or a minute after the tokens' expiry if `expiry` is `nil`.
    public static func later(than expiry: Date?) -> Date { (expiry ?? Self.expiry).addingTimeInterval(60) }

    /// A gate's data on one line: its token, the step after the closing, and whether a refresh is in progress.
    public static func detail(of gate: TokenGate) -> String {
        let afterClosing = gate.afterClosing.map { ", then \($0)" } ?? ""
        let refresh = gate.isRefreshing ? ", refresh in progress" : ""
        return "\(gate.token.map { "token \(gate.number) of \($0.user)" } ?? "no token")\(afterClosing)\(refresh)"
    }

    /// Returns and removes the effects of a gate, as texts without their numbers.
    public static func takeEffects(of gate: TokenGate) -> [String] { gate.takeEffects().map(\.words) }

    /// The model's name for the state of a gate.
    public static func state(of gate: TokenGate) -> String {
        var words = ["\(gate.phase)"]
        if let afterClosing = gate.afterClosing { words.append("then \(afterClosing)") }
        if gate.afterClosing != nil, gate.isRefreshing { words.append("refresh in progress") }
        if gate.isFinalAttempt { words.append("last try") }
        // Part of the name, because the end of a refresh depends on the refusal.
        let canRefresh = gate.phase == .refreshing || gate.afterClosing == .refresh
        if canRefresh, gate.refusal == .credentials { words.append("credentials refused") }
        return words.joined(separator: ", ")
    }
}

extension TokenGate.Effect {
    /// The name of the effect without its arguments.
    package var words: String { String("\(self)".prefix { $0 != "(" }) }
}
