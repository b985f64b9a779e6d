// Names of types and mirrors do not exist in Embedded Swift.
#if !hasFeature(Embedded)
extension ContextState {
    /// The name of the state's type.
    public var name: String { String(describing: type(of: self)) }
}

extension ContextState where Family: ContextState, Family.Family == Family {
    /// The names of the state's superstates and its own, outermost first: `Suspended/Reconnecting/Waiting`.
    ///
    /// It is meant to be read. To decide something, ask for the state's type, or the machine for its phase.
    ///
    /// - Complexity: O(*depth*).
    public var path: String { ancestry.map(\.name).joined(separator: "/") }
}

extension Context: CustomStringConvertible, CustomReflectable {
    /// The context's class, its state, and what is deferred: `Player: Playing/Advancing`.
    public var description: String {
        let deferred = deferredRequests
        return "\(type(of: self)): \(state.path)"
            + (deferred.isEmpty ? "" : ", deferred: \(deferred.joined(separator: ", "))")
    }

    /// The state and what is deferred, without the means that make a context work.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["state": state.path, "deferredRequests": deferredRequests], displayStyle: .class,
            ancestorRepresentation: .suppressed)
    }
}

extension Context.Transition: CustomStringConvertible {
    /// The transition as a line of a journal: `play(): Stopped → Playing/Advancing`.
    public var description: String { "\(request): \(source.path) → \(target.path)" }
}

extension Context.RequestRecord: CustomStringConvertible {
    /// The request as a line of a journal: `pause(): unhandled in Stopped`.
    public var description: String {
        transition?.description ?? "\(request): \(outcome) in \(state.path)" + (refusal.map { ", \($0)" } ?? "")
    }
}
#endif
