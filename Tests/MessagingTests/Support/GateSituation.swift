import STOMP
import EnumTwins
import Foundation
import Messaging

/// The two ways in which the gate is written.
enum GateMachine: CaseIterable, Sendable {
    case classes, `enum`

    func make() -> any TokenGateLike {
        switch self {
        case .classes: TokenGateContrast.makeGate()
        case .enum: TokenGateContrast.makeTwin()
        }
    }
}

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
    case closingDuringRefresh = "Closing, then refresh, refresh under way"
    case closingToRefuse = "Closing, then refuse"
    case refreshing = "Refreshing"
    case refused = "Refused"

    var requests: [TokenGateVariant] {
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
        case .closingToRefuse: [.anotherToken, .refused, .disconnected, .anotherToken, .refused]
        case .refreshing: [.anotherToken, .refused, .disconnected]
        case .refused: [.anotherToken, .refused, .disconnected, .refreshEnded]
        }
    }

    /// Leads a new gate to this situation, and drops the effects on the way.
    @discardableResult func reach<G: TokenGateLike>(
        with gate: G, expiry: Date? = TokenGateContrast.expiry
    ) -> G {
        for request in requests { _ = TokenGateContrast.perform(request, on: gate, expiry: expiry) }
        _ = gate.takeEffects()
        return gate
    }
}

extension TokenGate.Effect {
    /// A connection with the token that got this number.
    static func connect(_ user: String, _ number: Int) -> TokenGate.Effect {
        .connect(AccessToken(user: user, secret: "\(number)"), number: number)
    }

    static func startTimer(_ number: Int) -> TokenGate.Effect {
        .startExpiryTimer(TokenGateContrast.expiry, number: number)
    }

    static func startLaterTimer(_ number: Int) -> TokenGate.Effect {
        .startExpiryTimer(TokenGateContrast.later(than: TokenGateContrast.expiry), number: number)
    }
}
