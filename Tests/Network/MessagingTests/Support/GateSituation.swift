import Foundation
import Messaging
import StateExploration
import StatePattern
import TestSupport

enum GateSituation: String, CaseIterable {
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

    /// The ways by tokens that are not known as refused.
    private static let graph = try! MachineModel(
        { TokenGate.example() }, requests: TokenGate.requests(areTokensGood: true), state: { $0.stateInModel }
    ).explore()

    /// Leads a new gate to this situation, and drops the effects on the way.
    func reach(with gate: TokenGate, expiry: Date? = TokenGate.exampleExpiry) -> TokenGate {
        gate.activate()
        for request in GateSituation.graph.path(to: self) { gate.make(request, expiry: expiry) }
        _ = gate.takeEffects()
        return gate
    }
}

extension TokenGate {
    /// Makes one of the requests, with the expiry of a token.
    @discardableResult func make(_ request: String, expiry: Date? = exampleExpiry) -> Outcome {
        Self.requests(expiry: expiry).make(request, of: self) { TokenGate.example() } ?? .unhandled
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
        .startExpiryTimer(TokenGate.exampleExpiry, number: number)
    }

    static func startLaterTimer(_ number: Int) -> TokenGate.Effect {
        .startExpiryTimer(TokenGate.later(than: TokenGate.exampleExpiry), number: number)
    }
}
