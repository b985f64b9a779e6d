import Foundation
import Messaging
import StateInspector
import Synchronization

extension TokenGateModel {
    /// A token in a recording: a number in place of the secret.
    struct RecordedToken: Codable, CustomStringConvertible {
        let user: String
        let number: Int
        let expiry: Date?

        var description: String { "token \(number) of \(user)" }
        var token: AccessToken { AccessToken(user: user, secret: "\(number)", expiry: expiry) }
    }

    /// Returns a closure that replaces the tokens in a recording's arguments with numbered tokens without secrets.
    public static func numberingTokens() -> @Sendable (_ request: String, _ argument: Any) -> Any? {
        let numbers = Numbers()
        return { _, argument in
            guard let token = argument as? AccessToken? else { return argument }
            let recorded = token.map { RecordedToken(user: $0.user, number: numbers[$0], expiry: $0.expiry) }
            return recorded as Any  // `nil`, for no token, is recorded and not hidden.
        }
    }

    private final class Numbers: Sendable {
        // The tokens that the model's gate knows as refused get the numbers that are their secrets.
        private let known = Mutex<[AccessToken: Int]>(
            Dictionary(uniqueKeysWithValues: refused.map { ($0, Int($0.secret) ?? 0) }))
        subscript(token: AccessToken) -> Int {
            known.withLock { known in
                let number = known[token] ?? known.count
                known[token] = number
                return number
            }
        }
    }

    /// Makes recorded requests on a gate without a session.
    public static func replay(_ recording: Recording, of name: String) throws -> Recording.Replay {
        try recording.replay(
            of: name, on: { _ in makeGate() },
            requests: [
                "tokenChanged(to:)": { gate, arguments in
                    let recorded: RecordedToken? = try arguments.value()
                    gate.tokenChanged(to: recorded?.token)
                },
                "connected(number:)": { $0.connected(number: try $1.value()) },
                "refused(_:number:)": { $0.refused(try $1.value(), number: try $1.value(1)) },
                "expired(number:)": { $0.expired(number: try $1.value()) },
                "refreshEnded(number:)": { $0.refreshEnded(number: try $1.value()) },
                "refreshDenied(number:)": { $0.refreshDenied(number: try $1.value()) },
                "retryTimerFired(number:)": { $0.retryTimerFired(number: try $1.value()) },
                "disconnected(number:)": { $0.disconnected(number: try $1.value()) },
            ]
        )
    }
}
