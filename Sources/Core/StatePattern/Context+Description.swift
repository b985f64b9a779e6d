// Names of types, and mirrors, do not exist in Embedded Swift.
#if !hasFeature(Embedded)
// The text is a property of the class, so that a machine can override it.
extension Context: CustomStringConvertible {}

// `dump` and `po` show the properties of a machine, then its context as one line with the state and the deferred
// requests.
extension ContextCore: CustomStringConvertible, CustomReflectable {
    @usableFromInline var description: String {
        let deferred = (extras?.value.queue.allDeferred ?? []).map { "\($0.name) deferred" }
        return ([leaf.statePath] + deferred).joined(separator: ", ")
    }
    @usableFromInline var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Part: CustomStringConvertible, CustomReflectable {
    @usableFromInline var description: String { "\(Value.self)" }
    @usableFromInline var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Context.Transition: CustomStringConvertible {
    /// The transition as one line of a log: `play(): Stopped → Playing/Advancing`.
    public var description: String { "\(request): \(source.statePath) → \(target.statePath)" }
}

extension Context.RequestRecord: CustomStringConvertible {
    /// The request, its outcome and its state as one line of a log: `pause(): unhandled in Stopped`.
    public var description: String {
        transition?.description ?? "\(request): \(outcome) in \(state.statePath)" + (refusal.map { ", \($0)" } ?? "")
    }
}

extension Reaction: CustomStringConvertible {
    /// The reaction as Swift code, with the name of the target state: `transition(to: Unlocked)`.
    public var description: String {
        if case .transition(let target) = self {
            return "transition(to: \((target as? any ContextState)?.name ?? "\(type(of: target))"))"
        }
        if case .refusedBecause(let reason) = self { return "refuse(because: \(reason))" }
        let named: [(Reaction, String)] = [(.handled, "handled"), (.deferred, "deferred"), (.refused, "refused")]
        return named.first { $0.0 == self }?.1 ?? "unhandled"
    }
}

extension ObservationToken: CustomStringConvertible {
    /// Always `ObservationToken`, whatever subclass the token is of.
    public var description: String { "ObservationToken" }
}
#endif
