import Sockets

/// Decides how a new token is asked for: one request at a time, again and again until the store answers.
///
/// The refresh only decides, and performs nothing: each method returns the next ``Action``.
///
/// | Action | Followed by |
/// |---|---|
/// | `awaitPrevious` | `previousEnded()` |
/// | `ask` | `requestEnded(with:using:)` |
/// | `wait` | `waitEnded()` |
/// | `lookUp` | the end |
struct TokenRefresh {
    /// An order to the coordinator.
    enum Action: Hashable {
        /// Wait for the end of a request that was abandoned, within the time that the store has to answer.
        case awaitPrevious
        /// Ask the store for a token in place of the old one, within the time that it has to answer.
        case ask
        /// Wait before the next request.
        case wait(Duration)
        /// Look up the store's token: the store has answered.
        case lookUp
    }

    /// The result of a request.
    enum Answer: Hashable {
        /// The store has a token, which may be the old one.
        case token
        /// The store has no token, which is final.
        case denied
        /// The store has not answered in time, or could not find out.
        case none
    }

    private var backoff: Backoff

    /// Creates a refresh that waits between requests as a backoff says.
    init(backoff: Backoff) { self.backoff = backoff }

    /// Begins the refresh.
    ///
    /// - Parameter hasPrevious: True if there was a request before, which may still be under way in the store.
    /// - Returns: `awaitPrevious` or `ask`.
    func begin(hasPrevious: Bool) -> Action { hasPrevious ? .awaitPrevious : .ask }

    /// Continues after the end of the earlier request, or of the time for it.
    func previousEnded() -> Action { .ask }

    /// Continues after the end of a request, or of the time for it.
    mutating func requestEnded(
        with answer: Answer, using generator: inout some RandomNumberGenerator
    ) -> Action {
        switch answer {
        case .token, .denied: .lookUp
        // This says nothing about the user.
        case .none: .wait(backoff.next(using: &generator))
        }
    }

    /// Continues after a wait.
    func waitEnded() -> Action { .ask }
}
