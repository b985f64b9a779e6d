import StatePattern

extension FlowLifecycle {
    /// The state of a lifecycle as a value: to be shown, stored, or sent to another isolation domain.
    ///
    /// Its raw value is for storage; its description is for people.
    public enum Phase: String, CaseIterable, Codable, Sendable {
        /// The initial step has not been carried out yet, and every other step waits for it.
        case created
        /// Steps are carried out as they come.
        case ready
        /// A step has been delayed, and the steps behind it wait.
        case delayed
        /// The flow is over: steps are unhandled.
        case ended
    }

    /// The phase of the lifecycle: the one of its ``/StatePattern/Context/state``.
    public var phase: Phase { state.phase }
}

extension FlowLifecycle.Phase: CustomStringConvertible {
    /// The name of the state: `Created`.
    public var description: String {
        switch self {
        case .created: "Created"
        case .ready: "Ready"
        case .delayed: "Delayed"
        case .ended: "Ended"
        }
    }
}
