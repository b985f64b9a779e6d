/// What a state answers to a request.
///
/// A state never changes the context itself; it says what should happen, and the context carries it out. So nothing
/// runs in a state that is no longer current, and an answer can be tested without a context.
@frozen public enum Reaction<S: AnyObject> {
    /// Leave for another state. The state that answers may name itself: it is then exited and entered again.
    case transition(to: S)
    /// Done, and nothing changes; no hook is called.
    case handled
    /// Not now: ask again after the next transition.
    case deferred
    /// Not mine: the superstate is asked next. When there is none, the context refuses the request.
    case unhandled
}
