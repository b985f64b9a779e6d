import Foundation
import Messaging
import StateExploration
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
                .init(TokenGate.tokenChanged, nil), .init(TokenGate.connected, 0),
                .init(TokenGate.refused, (.unknown, 0)), .init(TokenGate.expired, 0), .init(TokenGate.refreshEnded, 0),
                .init(TokenGate.refreshDenied, 0),
                .init(TokenGate.retryTimerFired, 0), .init(TokenGate.disconnected, 0),
            ],
            reading: { _, argument in
                guard argument.type == AccessToken?.self else { return nil }
                return (try argument.value(as: RecordedToken?.self)?.token) as Any
            })
    }
}
