import Foundation
import Messaging
import StateExploration
import StatePattern

/// A request of a token gate, as the comparison makes it: tokens are told relative to the one that the gate has.
public enum TokenGateVariant: Hashable, Sendable {
    /// Another token of the same user; of Ada, if no user is logged in.
    case anotherToken
    case anotherUsersToken
    case sameToken
    /// The same token, which expires later than it was said to.
    case laterExpiry
    /// A token of the same user that was refused before.
    case refusedToken
    case noToken
    /// A report that brings no token.
    case report(TokenGate.Request)

    public static let connected = report(.connected)
    /// A refusal that may be due to the token or to the server.
    public static let refused = report(.refused(.unknown))
    public static let credentialsRefused = report(.refused(.credentials))
    public static let refusedForNow = report(.refused(.temporary))
    public static let expired = report(.expired)
    public static let refreshEnded = report(.refreshEnded)
    public static let refreshDenied = report(.refreshDenied)
    public static let retryTimerFired = report(.retryTimerFired)
    public static let disconnected = report(.disconnected)
}

extension TokenGateVariant: CaseIterable, CustomStringConvertible {
    public static let allCases: [Self] = [
        .anotherToken, .anotherUsersToken, .sameToken, .laterExpiry, .refusedToken, .noToken, .connected, .refused,
        .credentialsRefused, .refusedForNow, .expired, .refreshEnded, .refreshDenied, .retryTimerFired, .disconnected,
    ]

    public var description: String {
        switch self {
        case .anotherToken: "anotherToken"
        case .anotherUsersToken: "anotherUsersToken"
        case .sameToken: "sameToken"
        case .laterExpiry: "laterExpiry"
        case .refusedToken: "refusedToken"
        case .noToken: "noToken"
        case .credentialsRefused: "credentialsRefused"
        case .refusedForNow: "refusedForNow"
        case .report(let request): "\(request)"
        }
    }
}

/// The members that the gate and its enum have in common; neither of them needs to know.
public protocol TokenGateLike: AnyObject {
    func perform(_ request: TokenGate.Request) -> Outcome

    func connected(number: Int) -> Outcome
    func refused(_ kind: TokenGate.RefusalKind, number: Int) -> Outcome
    func expired(number: Int) -> Outcome
    func refreshEnded(number: Int) -> Outcome
    func refreshDenied(number: Int) -> Outcome
    func retryTimerFired(number: Int) -> Outcome
    func disconnected(number: Int) -> Outcome

    var token: AccessToken? { get }
    var number: Int { get }
    var session: Int { get }
    var isRefreshing: Bool { get }
    var refusal: TokenGate.RefusalKind? { get }
    var afterClosing: TokenGate.AfterClosing? { get }
    var isFinalAttempt: Bool { get }
    var phase: TokenGate.Phase { get }

    func takeEffects() -> [TokenGate.Effect]
}

extension TokenGate: TokenGateLike {}
extension TokenGateEnum: TokenGateLike {}

/// The gate and its enum as systems that can be explored and compared.
///
/// Reports carry the numbers that are current. The states and the effects leave the numbers out, since they grow forever.
public enum TokenGateContrast {
    public static var machine: MachineModel<TokenGateVariant> { model("class") { makeGate() } }
    public static var twin: MachineModel<TokenGateVariant> { model("enum") { makeTwin() } }

    /// The tokens whose credentials were refused, as the gates know: two of each user, so that one is not the newest.
    public static let refused = Set(
        ["ada", "bob"].flatMap { user in ["-1", "0"].map { AccessToken(user: user, secret: $0) } })

    private static let refusals = Dictionary(
        uniqueKeysWithValues: refused.map { ($0, TokenGate.RefusalKind.credentials) })

    /// Makes a gate that knows of refused tokens.
    public static func makeGate() -> TokenGate { TokenGate(refusals: refusals) }

    /// Makes the gate as an enum, which knows of the same.
    public static func makeTwin() -> TokenGateEnum { TokenGateEnum(refusals: refusals) }

    /// The time at which the tokens expire.
    public static let expiry = Date(timeIntervalSince1970: 1_000_000)

    /// The systems' name for the state of a gate.
    public static func state(of gate: any TokenGateLike) -> String {
        var words = ["\(gate.phase)"]
        if let afterClosing = gate.afterClosing { words.append("then \(afterClosing)") }
        if gate.afterClosing != nil, gate.isRefreshing { words.append("refresh under way") }
        if gate.isFinalAttempt { words.append("last try") }
        // It decides what the end of a refresh leads to.
        let canRefresh = gate.phase == .refreshing || gate.afterClosing == .refresh
        if canRefresh, gate.refusal == .credentials { words.append("credentials refused") }
        return words.joined(separator: ", ")
    }

    private static func model(
        _ name: String, make: @escaping () -> any TokenGateLike
    ) -> MachineModel<TokenGateVariant> {
        MachineModel(
            make, named: name, requests: TokenGateVariant.allCases,
            perform: { perform($1, on: $0) }, state: { state(of: $0) },
            trace: { $0.takeEffects().map(\.words) })
    }

    /// The expiry of a token that was announced for that time.
    public static func later(than expiry: Date?) -> Date { (expiry ?? Self.expiry).addingTimeInterval(60) }

    /// Makes a request with the numbers that are current, or with others.
    ///
    /// - Parameters:
    ///   - request: What the gate is told.
    ///   - gate: The gate.
    ///   - offset: By how much the number of a report is too high.
    ///   - expiry: When a token expires that comes with the request.
    /// - Returns: What became of the request.
    public static func perform(
        _ request: TokenGateVariant, on gate: any TokenGateLike, offset: Int = 0,
        expiry: Date? = TokenGateContrast.expiry
    ) -> Outcome {
        let number = gate.number + offset
        let user = gate.token?.user ?? "ada"
        func change(to token: AccessToken?) -> Outcome { gate.perform(.tokenChanged(to: token)) }
        func token(of user: String) -> AccessToken {
            AccessToken(user: user, secret: "\(gate.number + 1)", expiry: expiry)
        }
        return switch request {
        case .anotherToken: change(to: token(of: user))
        case .anotherUsersToken: change(to: token(of: user == "ada" ? "bob" : "ada"))
        case .sameToken: change(to: gate.token)
        case .laterExpiry:
            change(to: gate.token.map { AccessToken(user: $0.user, secret: $0.secret, expiry: later(than: $0.expiry)) })
        case .refusedToken: change(to: AccessToken(user: user, secret: gate.token?.secret == "0" ? "-1" : "0"))
        case .noToken: change(to: nil)
        case .report(.connected): gate.connected(number: number)
        case .report(.refused(let kind)): gate.refused(kind, number: number)
        case .report(.expired): gate.expired(number: number)
        case .report(.refreshEnded): gate.refreshEnded(number: number)
        case .report(.refreshDenied): gate.refreshDenied(number: number)
        case .report(.retryTimerFired): gate.retryTimerFired(number: number)
        case .report(.disconnected): gate.disconnected(number: gate.session + offset)
        case .report(let request): gate.perform(request)
        }
    }
}

/// A request whose number need not be current, and whose token need not expire: for random sequences.
public struct NumberedGateRequest: Hashable, Sendable, CustomStringConvertible {
    public let request: TokenGateVariant
    /// By how much its number is too high.
    let offset: Int
    let expires: Bool

    /// True when its number is current.
    public var isOnTime: Bool { offset == 0 }

    public var description: String { "\(request)\(offset == 0 ? "" : " (\(offset))")\(expires ? ", expires" : "")" }

    /// Chooses a request; most reports are on time.
    public static func random(using generator: inout SeededGenerator) -> NumberedGateRequest {
        let requests = TokenGateVariant.allCases
        return NumberedGateRequest(
            request: requests[Int.random(in: requests.indices, using: &generator)],
            offset: [0, 0, 0, -1, -2, 1][Int.random(in: 0..<6, using: &generator)],
            expires: Bool.random(using: &generator))
    }

    public func perform(on gate: any TokenGateLike) -> Outcome {
        TokenGateContrast.perform(
            request, on: gate, offset: offset, expiry: expires ? TokenGateContrast.expiry : nil)
    }

    public static var machine: MachineModel<NumberedGateRequest> { model("class") { TokenGateContrast.makeGate() } }
    public static var twin: MachineModel<NumberedGateRequest> { model("enum") { TokenGateContrast.makeTwin() } }

    private static func model(
        _ name: String, make: @escaping () -> any TokenGateLike
    ) -> MachineModel<NumberedGateRequest> {
        MachineModel(
            make, named: name, requests: [], perform: { $1.perform(on: $0) },
            state: { "\(TokenGateContrast.state(of: $0)), token \($0.number), session \($0.session)" },
            trace: { $0.takeEffects().map { "\($0)" } })
    }
}

extension TokenGate.Effect {
    /// The effect without its number.
    public var words: String {
        switch self {
        case .connect: "connect"
        case .disconnect: "disconnect"
        case .startExpiryTimer: "startExpiryTimer"
        case .cancelExpiryTimer: "cancelExpiryTimer"
        case .askForRefresh: "askForRefresh"
        case .cancelRefresh: "cancelRefresh"
        case .startRetryTimer: "startRetryTimer"
        case .cancelRetryTimer: "cancelRetryTimer"
        }
    }
}
