import Messaging
import StatePattern

extension TokenGate {
    /// A request of a gate as a value that a program can choose, store, or send to another isolation domain.
    ///
    /// The reports carry no numbers here: `perform(_:)` adds the current ones.
    public enum Request: Hashable, Sendable {
        /// Reports the newest token, or that there is none.
        case tokenChanged(to: AccessToken?)
        /// Reports that the server has accepted the token.
        case connected
        /// Reports that the server has refused the session, and the kind of the refusal.
        case refused(RefusalKind)
        /// Reports that the token has expired, or is about to.
        case expired
        /// Reports that the refresh has ended, and the store keeps its token.
        case refreshEnded
        /// Reports that the store has no new token, which is final.
        case refreshDenied
        /// Reports that it is time to connect again after a refusal.
        case retryTimerFired
        /// Reports that the session is closed.
        case disconnected
    }

    /// Makes a request; a report is about the newest token, or the latest session.
    @discardableResult public func perform(_ request: Request) -> Outcome {
        switch request {
        case .tokenChanged(let token): tokenChanged(to: token)
        case .connected: connected(number: number)
        case .refused(let kind): refused(kind, number: number)
        case .expired: expired(number: number)
        case .refreshEnded: refreshEnded(number: number)
        case .refreshDenied: refreshDenied(number: number)
        case .retryTimerFired: retryTimerFired(number: number)
        case .disconnected: disconnected(number: session)
        }
    }
}

extension TokenGate.Request: CaseIterable {
    /// One request of each kind, in the order of the cases, with an example of each argument.
    public static let allCases: [Self] = [
        .tokenChanged(to: AccessToken(user: "ada", secret: "1")), .connected, .refused(.unknown), .expired,
        .refreshEnded, .refreshDenied, .retryTimerFired, .disconnected,
    ]
}

extension TokenGate.Request: CustomStringConvertible {
    /// The name of the request, without its argument: `tokenChanged`.
    public var description: String {
        switch self {
        case .tokenChanged: "tokenChanged"
        case .connected: "connected"
        case .refused: "refused"
        case .expired: "expired"
        case .refreshEnded: "refreshEnded"
        case .refreshDenied: "refreshDenied"
        case .retryTimerFired: "retryTimerFired"
        case .disconnected: "disconnected"
        }
    }
}
