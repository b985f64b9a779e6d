import StatePattern

extension Presentation {
    /// The state of a presentation as a value: to be shown, stored, or sent to another isolation domain.
    ///
    /// Its raw value is for storage; its description is for people.
    public enum Phase: String, CaseIterable, Codable, Sendable {
        /// The presentable is not visible yet.
        case unpresented
        /// The presentable is on the screen.
        case visible
        /// The presentable is covered by something else.
        case hidden
        /// The presentable is gone for good.
        case dismissed
    }

    /// The phase of the presentation: the one of its ``/StatePattern/Context/state``.
    public var phase: Phase { state.phase }
}

extension Presentation.Phase: CustomStringConvertible {
    /// The name of the state: `Unpresented`.
    public var description: String {
        switch self {
        case .unpresented: "Unpresented"
        case .visible: "Visible"
        case .hidden: "Hidden"
        case .dismissed: "Dismissed"
        }
    }
}
