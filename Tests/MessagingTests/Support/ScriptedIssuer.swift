import STOMP
import AsyncPrimitives
import Messaging
import Sockets
import Synchronization

/// Somebody who is asked for new tokens, and answers when a test says so.
final class ScriptedIssuer: Sendable {
    /// Nobody is there to answer.
    struct Outage: Error {}

    /// The answer is no.
    static let refusal = AuthenticationError("the log-in is too long ago")

    private struct State {
        var count = 0
        var most = 0
        var requests: [CheckedContinuation<AccessToken, any Error>] = []
    }

    private let state = Mutex(State())
    private let currentCounts = CurrentValue(0)

    /// How many times a token was asked for.
    var count: Int { state.withLock { $0.count } }

    /// How many requests there have been at a time.
    var most: Int { state.withLock { $0.most } }

    /// Waits until a token was asked for so many times.
    func waitForRequests(_ count: Int) async {
        await currentCounts.wait { $0 >= count }
    }

    /// Answers everybody who waits: with a token, or not with one.
    func answer(_ result: Result<AccessToken, any Error>) {
        let requests = state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
        for request in requests { request.resume(with: result) }
    }

    /// Is asked for a token.
    func renew() async throws -> AccessToken {
        try await withCheckedThrowingContinuation { request in
            state.withLock { state in
                state.count += 1
                state.requests.append(request)
                state.most = max(state.most, state.requests.count)
                currentCounts.update(to: state.count)
            }
        }
    }
}
