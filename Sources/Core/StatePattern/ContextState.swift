/// The behavior of a context while this object is its current state.
///
/// A machine has one family of states. Its root class declares a method for each request, all of them unhandled. Each
/// state is a subclass, which overrides the requests that it handles and nothing else.
///
/// ```swift
/// import StatePattern
///
/// final class Turnstile: Context<Turnstile.State> {
///     class State: ContextState {
///         func didEnter(_ turnstile: Turnstile) {}
///         func willExit(_ turnstile: Turnstile) {}
///         func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
///     }
/// }
/// ```
///
/// Inside the context the root class may be called `State`, too; then this protocol is `ContextState`.
///
/// Neither hook has a default implementation. The root class declares both, so a subclass must write `override`. With a
/// default implementation, a hook with a misspelled name would compile and never be called.
///
/// A hook cannot fail. Report a failure in a hook as a request to the context, so that a state decides about it (rule
/// 8).
///
/// ## Trees
///
/// A state may lie inside a superstate, which handles the requests that its substates leave unhandled (rule 1). The
/// root class of such a family declares two more properties next to the hooks, `superstate` and `initialSubstate`, and
/// a substate overrides what it needs. A substate is not a subclass of its superstate: inheriting would give it the
/// same initial substate, and so on without end.
///
/// A substate holds its superstate with a plain `let` and always returns that object, because superstates are compared
/// by identity (rule 4). A computed `superstate { Group() }` would enter a new group with each transition inside the
/// group. So a debug build traps if the object changes. A composite state makes its initial substate in the getter, so
/// that the two do not hold each other (rule 13).
public protocol ContextState: AnyObject {
    /// The class of the context that the states belong to.
    associatedtype Owner: AnyObject = _NoOwner
    /// The root class of the family, which declares the requests.
    associatedtype Family: AnyObject = Self
    /// `Family` where the root class declares ``superstate`` and ``initialSubstate``; otherwise `Never`.
    associatedtype Superstate = Never

    /// Called when the context has entered this state.
    func didEnter(_ owner: Owner)
    /// Called when the context is about to leave this state.
    func willExit(_ owner: Owner)

    /// The state that this one lies in, always the same object, or `nil` at the top.
    var superstate: Superstate? { get }
    /// The substate that a transition to this state continues to: any state below this state.
    ///
    /// `nil` if a transition may end in this state itself.
    var initialSubstate: Superstate? { get }

    #if !hasFeature(Embedded)
    /// The name of the state in paths, transitions, logs and charts: by default, the name of its type.
    ///
    /// To change the names, declare the property in the root class of the family.
    var name: String { get }
    #endif

    // The requirements that differ between families with and without trees. For a flat family they are constants, so
    // that it pays nothing for trees. Do not implement these.
    static var _isHierarchical: Bool { get }
    var _superstate: Family? { get }
    var _initialSubstate: Family? { get }
}

/// The `Owner` of states without hooks; no context has this class.
public final class _NoOwner {}

// Each required declaration has an unavailable default. A machine that lacks the declaration does not compile, and the
// message says what to write.
extension ContextState where Owner == _NoOwner {
    @available(*, unavailable, message: "Declare both hooks in the root class: func didEnter(_ context: Door) {}")
    public func didEnter(_ owner: _NoOwner) {}
    @available(*, unavailable, message: "Declare both hooks in the root class: func willExit(_ context: Door) {}")
    public func willExit(_ owner: _NoOwner) {}
}

extension ContextState where Superstate == Never {
    @inlinable public var superstate: Never? { nil }
    @inlinable public var initialSubstate: Never? { nil }
    @inlinable public static var _isHierarchical: Bool { false }
    @inlinable public var _superstate: Family? { nil }
    @inlinable public var _initialSubstate: Family? { nil }
}

extension ContextState where Superstate == Family {
    @available(*, unavailable, message: "Declare it in the root class, as well: var superstate: State? { nil }")
    public var superstate: Family? { nil }
    @available(*, unavailable, message: "Declare it in the root class, as well: var initialSubstate: State? { nil }")
    public var initialSubstate: Family? { nil }
    @inlinable public static var _isHierarchical: Bool { true }
    @inlinable public var _superstate: Family? { superstate }
    @inlinable public var _initialSubstate: Family? { initialSubstate }
}

extension ContextState where Family: ContextState, Family.Family == Family {
    /// This state and its superstates, outermost first.
    ///
    /// - Complexity: O(*depth*).
    public var ancestry: [Family] {
        guard let state = self as? Family else { fatalError("A state must be an instance of its Family.") }
        var ancestry = [state]
        while let superstate = ancestry[0]._superstate { ancestry.insert(superstate, at: 0) }
        return ancestry
    }

    /// The innermost state of a class among this state and its superstates.
    ///
    /// `player.state.enclosing(Player.Playing.self)` is the state `Playing` while the player is in one of its
    /// substates.
    ///
    /// - Complexity: O(*depth*).
    public func enclosing<State: AnyObject>(_ type: State.Type) -> State? { ancestry.last { $0 is State } as? State }
}

// Names of types do not exist in Embedded Swift.
#if !hasFeature(Embedded)
extension ContextState {
    /// The name of the state's type.
    // An `Any.Type` is printed at once; for any other value, Swift first looks for a custom description.
    public var name: String { "\(type(of: self) as Any.Type)" }
}

extension ContextState where Family: ContextState, Family.Family == Family {
    /// The names of the superstates, outermost first, and of the state: `Suspended/Reconnecting/Waiting`.
    ///
    /// Use the path for logs and screens only. For decisions in code, use the state's type or the machine's phase.
    ///
    /// - Complexity: O(*depth*).
    public var statePath: String { ancestry.map { $0.name }.joined(separator: "/") }
}
#endif
