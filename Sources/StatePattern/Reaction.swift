/// A state's answer to a request.
///
/// A state never changes the context itself; it says what should happen, and the context carries it out. So nothing
/// runs in a state that is no longer current, and an answer can be tested without making a request: call the state's
/// method with a context, which stays as it is.
/// In a test: `#expect(turnstile.locked.insertCoin(turnstile) == .transition(to: turnstile.unlocked))`.
@frozen public enum Reaction<S: AnyObject> {
    /// Leave for another state. The state that answers may name itself: it is then exited and entered again.
    case transition(to: S)
    /// Done, and nothing changes; no hook is called.
    case handled
    /// Not mine: the superstate is asked next. When there is none, the request is unhandled.
    case unhandled
    /// Not now: ask again after the next transition.
    case deferred
    /// No, and the superstates are not asked. ``Context/refuse(because:)`` adds a reason.
    case refused
}

extension Reaction: Equatable {
    /// Returns true if both are the same; two transitions are when they lead to the very same object.
    public static func == (left: Reaction, right: Reaction) -> Bool {
        switch (left, right) {
        case (.transition(let target), .transition(let other)): target === other
        case (.handled, .handled), (.deferred, .deferred), (.unhandled, .unhandled), (.refused, .refused): true
        case (.transition, _), (.handled, _), (.deferred, _), (.unhandled, _), (.refused, _): false
        }
    }
}
