import Foundation
import MachineModels
import Messaging
import STOMP
import TestSupport

typealias GateSituation = Situation<TokenGateRequest>

extension GateSituation {
    static let loggedOut = Self("LoggedOut")
    static let connecting = loggedOut.then("Connecting", .anotherToken)
    static let lastTry = refreshing.then("Connecting, last try", .anotherToken)
    static let fresh = connecting.then("Connected/Fresh", .connected)
    static let renewing = fresh.then("Connected/Renewing", .expired)
    static let expired = renewing.then("Connected/Expired", .refreshEnded)
    static let closingToLogOut = connecting.then("Closing, then logOut", .noToken)
    static let closingToConnect = connecting.then("Closing, then connect", .anotherToken)
    static let closingToRefresh = connecting.then("Closing, then refresh", .refused)
    static let closingDuringRefresh = renewing.then("Closing, then refresh, refresh in progress", .refused)
    static let closingToRefreshCredentials = connecting.then(
        "Closing, then refresh, credentials refused", .credentialsRefused)
    static let closingDuringRefreshOfCredentials = renewing.then(
        "Closing, then refresh, refresh in progress, credentials refused", .credentialsRefused)
    static let closingToWait = connecting.then("Closing, then wait", .refusedForNow)
    static let closingToRefuse = lastTry.then("Closing, then refuse", .credentialsRefused)
    static let refreshing = closingToRefresh.then("Refreshing", .disconnected)
    static let refreshingCredentials = closingToRefreshCredentials.then(
        "Refreshing, credentials refused", .disconnected)
    static let waiting = refreshing.then("Waiting", .refreshEnded)
    static let refused = refreshing.then("Refused", .refreshDenied)

    static let allCases = [
        loggedOut, connecting, lastTry, fresh, renewing, expired, closingToLogOut, closingToConnect, closingToRefresh,
        closingDuringRefresh, closingToRefreshCredentials, closingDuringRefreshOfCredentials, closingToWait,
        closingToRefuse, refreshing, refreshingCredentials, waiting, refused,
    ]

    /// Leads a new gate to this situation, and drops the effects on the way.
    func reach(with gate: TokenGate, expiry: Date? = TokenGateModel.expiry) -> TokenGate {
        let gate = reach(with: gate) { $0.perform(on: $1, expiry: expiry) }
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
