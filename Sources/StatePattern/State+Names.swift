// The names of types do not exist in Embedded Swift.
#if !hasFeature(Embedded)
extension State {
    /// The name of the state's type (rule 14).
    public var name: String { String(describing: type(of: self)) }
}

extension State where Family: State, Family.Family == Family {
    /// The names of the state's superstates and its own, outermost first: `Suspended/Reconnecting/Waiting`.
    ///
    /// - Complexity: O(*depth*).
    public var path: String {
        guard let state = self as? Family else { fatalError("A state must be an instance of its Family.") }
        return state.ancestry.map(\.name).joined(separator: "/")
    }
}

extension Transition: CustomStringConvertible {
    /// The transition as a line of a journal: `play(): Stopped → Playing/Advancing`.
    public var description: String { "\(request): \(source.path) → \(target.path)" }
}
#endif
