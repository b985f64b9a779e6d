/// What became of a request, as its client is told.
@frozen public enum Outcome: Sendable {
    /// A state answered with a transition, and it has been made.
    case transitioned
    /// A state handled the request, and the current state stays.
    case handled
    /// A state put the request off; it is handled again after the next transition.
    case deferred
    /// No state handled the request. Nothing has changed, but that a new context has been activated.
    case unhandled
    /// Another request is being handled; this one is handled before the outermost call returns.
    case queued
}
