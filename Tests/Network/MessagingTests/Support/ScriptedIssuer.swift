import STOMP
import AsyncPrimitives
import Messaging
import Sockets
import Synchronization
import Testing

/// An issuer of tokens that answers requests when a test says so.
final class ScriptedIssuer: Sendable {
    /// The failure of a request that the issuer could not answer.
    struct Outage: Error {}

    /// The answer that there is no token.
    static let refusal = AuthenticationError("the log-in is too long ago")

    private struct State {
        var count = 0
        var most = 0
        var requests: [CheckedContinuation<AccessToken, any Error>] = []
        var isGone = false
    }

    private let state = Mutex(State())
    private let currentCounts = CurrentValue(0)

    var count: Int { state.withLock { $0.count } }

    /// The greatest number of requests at a time.
    var most: Int { state.withLock { $0.most } }

    /// Waits until the request with this number, 1 for the first, has been made.
    func waitForRequest(_ number: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
        await currentCounts.wait { $0 >= number }
        if Task.isCancelled {
            Issue.record("Waited for request \(number), but there were \(count).", sourceLocation: sourceLocation)
        }
    }

    /// Answers all waiting requests, with a token or an error.
    func answer(_ result: Result<AccessToken, any Error>) {
        let requests = state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
        for request in requests { request.resume(with: result) }
    }

    /// Fails all waiting requests, and every later one at once.
    func goAway() {
        state.withLock { $0.isGone = true }
        answer(.failure(Outage()))
    }

    func refresh() async throws -> AccessToken {
        try await withCheckedThrowingContinuation { request in
            let isGone = state.withLock { state in
                state.count += 1
                state.requests.append(request)
                state.most = max(state.most, state.requests.count)
                currentCounts.update(to: state.count)
                return state.isGone
            }
            if isGone { answer(.failure(Outage())) }
        }
    }
}
