import Foundation
import MachineModels
import Messaging
import STOMP

/// A situation of a token gate, and the requests that lead to it.
enum GateSituation: String, CaseIterable, Sendable {
    case loggedOut = "LoggedOut"
    case connecting = "Connecting"
    case lastTry = "Connecting, last try"
    case fresh = "Connected/Fresh"
    case renewing = "Connected/Renewing"
    case expired = "Connected/Expired"
    case closingToLogOut = "Closing, then logOut"
    case closingToConnect = "Closing, then connect"
    case closingToRefresh = "Closing, then refresh"
    case closingDuringRefresh = "Closing, then refresh, refresh in progress"
    case closingToRefreshCredentials = "Closing, then refresh, credentials refused"
    case closingDuringRefreshOfCredentials = "Closing, then refresh, refresh in progress, credentials refused"
    case closingToWait = "Closing, then wait"
    case closingToRefuse = "Closing, then refuse"
    case refreshing = "Refreshing"
    case refreshingCredentials = "Refreshing, credentials refused"
    case waiting = "Waiting"
    case refused = "Refused"

    var requests: [TokenGateRequest] {
        switch self {
        case .loggedOut: []
        case .connecting: [.anotherToken]
        case .lastTry: [.anotherToken, .refused, .disconnected, .anotherToken]
        case .fresh: [.anotherToken, .connected]
        case .renewing: [.anotherToken, .connected, .expired]
        case .expired: [.anotherToken, .connected, .expired, .refreshEnded]
        case .closingToLogOut: [.anotherToken, .noToken]
        case .closingToConnect: [.anotherToken, .anotherToken]
        case .closingToRefresh: [.anotherToken, .refused]
        case .closingDuringRefresh: [.anotherToken, .connected, .expired, .refused]
        case .closingToRefreshCredentials: [.anotherToken, .credentialsRefused]
        case .closingDuringRefreshOfCredentials: [.anotherToken, .connected, .expired, .credentialsRefused]
        case .closingToWait: [.anotherToken, .refusedForNow]
        case .closingToRefuse: [.anotherToken, .refused, .disconnected, .anotherToken, .credentialsRefused]
        case .refreshing: [.anotherToken, .refused, .disconnected]
        case .refreshingCredentials: [.anotherToken, .credentialsRefused, .disconnected]
        case .waiting: [.anotherToken, .refused, .disconnected, .refreshEnded]
        case .refused: [.anotherToken, .refused, .disconnected, .refreshDenied]
        }
    }

    /// Leads a new gate to this situation, and drops the effects on the way.
    @discardableResult func reach(with gate: TokenGate, expiry: Date? = TokenGateModel.expiry) -> TokenGate {
        for request in requests { request.perform(on: gate, expiry: expiry) }
        _ = gate.takeEffects()
        return gate
    }
}

extension TokenGate.Effect {
    /// A connection with the token that got this number.
    static func connect(_ user: String, _ number: Int) -> TokenGate.Effect {
        .connect(AccessToken(user: user, secret: "\(number)"), number: number)
    }

    /// Another connection with a token that got an earlier number.
    static func connectAgain(_ user: String, _ secret: String, _ number: Int) -> TokenGate.Effect {
        .connect(AccessToken(user: user, secret: secret), number: number)
    }

    static func startTimer(_ number: Int) -> TokenGate.Effect {
        .startExpiryTimer(TokenGateModel.expiry, number: number)
    }

    static func startLaterTimer(_ number: Int) -> TokenGate.Effect {
        .startExpiryTimer(TokenGateModel.later(than: TokenGateModel.expiry), number: number)
    }
}
