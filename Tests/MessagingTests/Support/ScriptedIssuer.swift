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
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// How many times a token was asked for.
    var count: Int { state.withLock { $0.count } }

    /// How many requests there have been at a time.
    var most: Int { state.withLock { $0.most } }

    /// Waits until a token was asked for so many times.
    func waitForRequests(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isDue { continuation.resume() }
        }
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
            let due = state.withLock { state in
                state.count += 1
                state.requests.append(request)
                state.most = max(state.most, state.requests.count)
                let count = state.count
                defer { state.watchers.removeAll { $0.count <= count } }
                return state.watchers.filter { $0.count <= count }
            }
            for watcher in due { watcher.continuation.resume() }
        }
    }
}
