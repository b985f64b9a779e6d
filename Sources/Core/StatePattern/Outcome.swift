/// The result of a request, which the context's method returns to its client.
@frozen public enum Outcome: Sendable, CaseIterable {
    /// A state answered with a transition, which is now complete.
    case transitioned
    /// A state handled the request, and the current state stays.
    case handled
    /// A state deferred the request; it is tried again after the next transition.
    case deferred
    /// No state handled the request. Nothing has changed, except that a new context has been activated.
    case unhandled
    /// A state refused the request, and no other state was asked. Nothing has changed. Request observers get the
    /// reason.
    case refused
    /// Another request is being handled, as in a hook; this one is handled before the outermost call returns.
    case queued
}
