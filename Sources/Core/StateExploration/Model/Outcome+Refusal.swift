import StatePattern

extension Outcome {
    /// True if no state has handled the request, or a state has refused it.
    package var isRefusal: Bool { self == .unhandled || self == .refused }
}
