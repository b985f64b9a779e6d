import StatePattern

extension Outcome {
    /// True if no state has handled the request, or if a state has refused it.
    package var isRefusal: Bool { self == .unhandled || self == .refused }
}
