import Foundation
import Messaging
import StateExploration
import StateInspector
import StatePattern
import Synchronization

extension TokenGate {
    /// Makes a gate that knows some tokens as refused.
    public static func makeExample() -> TokenGate { example() }

    /// The text for the state in the gate's model.
    public var stateInOverview: String { stateInModel }

    /// The data on one line: the token, the step after the closing, and whether a refresh is in progress.
    public var detail: String {
        let token = token.map { "token \(number) of \($0.user)" } ?? "no token"
        return token + (afterClosing.map { ", then \($0)" } ?? "") + (isRefreshing ? ", refresh in progress" : "")
    }

    /// Makes a request of the model, with the gate's current numbers.
    public func make(_ name: String) -> Outcome? { Self.requests().make(name, of: self, namedBy: Self.example) }

    /// Returns and removes the effects, as texts without their numbers.
    public func takeWords() -> [String] { takeEffects().map(\.words) }

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
        // The tokens that the example knows as refused get the numbers that are their secrets.
        private let known = Mutex<[AccessToken: Int]>(
            Dictionary(uniqueKeysWithValues: refusedTokens.map { ($0, Int($0.secret) ?? 0) }))
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
            of: name, on: { _ in example() }, requests: requests(),
            reading: { _, argument in
                guard argument.type == AccessToken?.self else { return nil }
                return (try argument.value(as: RecordedToken?.self)?.token) as Any
            })
    }
}
