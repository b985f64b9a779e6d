/// The fate of a request, as its client is told.
@frozen public enum Outcome: Sendable, CaseIterable {
    /// A state answered with a transition, and it has been made.
    case transitioned
    /// A state handled the request, and the current state stays.
    case handled
    /// A state deferred the request; it is tried again after the next transition.
    case deferred
    /// No state handled the request. Nothing has changed, except that a new context has been activated.
    case unhandled
    /// A state refused the request, and no other state was asked. Nothing has changed; there may be a reason.
    case refused
    /// Another request is being handled; this one is handled before the outermost call returns.
    case queued
}
