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

extension Context: CustomStringConvertible, CustomReflectable {}

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

extension Reaction: CustomStringConvertible {
    /// The reaction as it is written, with the name of the target's class: `transition(to: Unlocked)`.
    public var description: String {
        if case .transition(let target) = self { return "transition(to: \(type(of: target)))" }
        let named: [(Reaction, String)] = [(.handled, "handled"), (.deferred, "deferred"), (.refused, "refused")]
        return named.first { $0.0 == self }?.1 ?? "unhandled"
    }
}
#endif
