/// An object that delegates each request to its current state.
///
/// Subclass it for a machine, give the subclass a method for each request, and let the method
/// ``delegate(_:request:)`` to the current state:
///
/// ```swift
/// import StatePattern
///
/// final class Turnstile: Context<Turnstile.State> {
///     let locked = Locked()
///     let unlocked = Unlocked()
///
///     init() { super.init(initial: locked) }
///
///     @discardableResult func insertCoin() -> Outcome { delegate(State.insertCoin) }
///     @discardableResult func push() -> Outcome { delegate(State.push) }
///
///     class State: ContextState {
///         func didEnter(_ turnstile: Turnstile) {}
///         func willExit(_ turnstile: Turnstile) {}
///         func insertCoin(_ turnstile: Turnstile) -> Reaction { .unhandled }
///         func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
///     }
///
///     final class Locked: State {
///         override func insertCoin(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.unlocked) }
///     }
///
///     final class Unlocked: State {
///         override func push(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.locked) }
///     }
/// }
/// ```
///
/// A request runs to completion, follow-ups included, before the next one starts: see
/// <doc:Rules#6.-Run-to-completion>. A context is neither `Sendable` nor locked; the compiler keeps it inside one
/// isolation domain: see <doc:Rules#12.-Isolation>.
///
/// `Context` and its states are public where your machine is, and so are ``delegate(_:request:)`` and the hooks.
/// <doc:ShippingAMachine> explains the consequences for a machine that others import.
//
// `Context+Requests.swift` shows how a request runs. The attributes for inlining let a machine's methods contain the
// code that they need.
nonisolated open class Context<S: ContextState> where S.Family == S {
    /// A state's answer to a request of this context. A state writes `-> Reaction`, its extension `-> Door.Reaction`.
    public typealias Reaction = StatePattern.Reaction<S>
    /// The closure that calls the state's method for a request.
    public typealias Handler = (_ state: S, _ owner: S.Owner) -> Reaction

    /// The mutable part of the context, such as the leaf and the phase.
    // It is not stored in a superclass: for a class with a grandparent that has stored properties, lldb reads all
    // properties from the wrong places (seen in Swift 6.3.1).
    // Sound: only the core uses it. It reads or changes one field at a time. It finishes before it calls a state, an
    // observer or a client's closure, and before removed values are freed. So no two accesses overlap.
    @exclusivity(unchecked) @usableFromInline final var core: ContextCore<S>
    @usableFromInline final let initial: S
    /// The superstates of the leaf; `nil` in a flat family.
    @usableFromInline final let tree: Part<Tree<S>>?

    /// Creates a context with `initial` as its current state. No hook runs before the first request or ``activate()``.
    ///
    /// With `leaf`, the context continues in the saved state of another context: it is active in `leaf` from the
    /// beginning. No hook runs and no observer is called; ``deactivate()`` goes back to `initial`. See
    /// <doc:Rules#10.-Activation>.
    ///
    /// - Parameters:
    ///   - initial: The state that ``activate()`` enters.
    ///   - leaf: The state to continue in; `nil` for a context that starts from the beginning.
    /// - Precondition: The context is an instance of its states' `Owner`, and `leaf` has no initial substate.
    @inlinable @inline(__always) public init(initial: S, resumingIn leaf: S? = nil) {
        self.initial = initial
        tree = S._isHierarchical ? Part(Tree()) : nil
        core = ContextCore(leaf ?? initial)
        guard self is S.Owner else { trapWrongOwner() }
        if leaf != nil { resume() }
    }

    /// The current state: in a tree, the leaf.
    ///
    /// Before activation and after deactivation, `state` is the initial state, although that is not entered.
    @inlinable public final var state: S { core.leaf }

    // MARK: For subclasses

    /// Called when no state has handled a request, with the request's name; does nothing unless it is overridden.
    ///
    /// Override it for a policy on requests that were refused or unhandled: log them, count them, stop in a debug
    /// build. A request that you make here is queued, as in a hook. From outside, use ``observeRequests(_:)``.
    open func didNotHandle(_ request: String) {}

    #if !hasFeature(Embedded)
    /// The context's class, its state, and its deferred requests: `Player: Playing/Advancing`.
    ///
    /// `dump(_:)` and the debugger's `v` show the machine's properties as well. For a subclass of a machine, or of
    /// ``MainActorContext``, lldb reads properties from the wrong places; `p machine.count` is right.
    open var description: String {
        let deferred = deferredRequests.joined(separator: ", ")
        return "\(type(of: self)): \(state.statePath)" + (deferred.isEmpty ? "" : ", deferred: \(deferred)")
    }
    #endif

    /// The greatest number of requests that handlers, hooks and observers may make in one outermost call.
    ///
    /// One more traps, because such requests seem to make one another without end. Override it for a machine with more
    /// follow-ups, or to use less memory: each request that waits takes about 100 bytes.
    ///
    /// See <doc:Rules#11.-No-livelock>.
    open class var followUpLimit: Int { 1_000_000 }
}

/// Questions to the current state and its superstates, which change nothing.
extension Context {
    /// Asks the current leaf a question, then its superstates, until one of them has an answer.
    ///
    /// Declare a question in the root class of the family, as a method that returns `nil`, and override it where there
    /// is an answer. Give the context a property that asks it:
    ///
    /// ```swift
    /// import StatePattern
    ///
    /// final class Lamp: Context<Lamp.State> {
    ///     class State: ContextState {
    ///         func didEnter(_ lamp: Lamp) {}
    ///         func willExit(_ lamp: Lamp) {}
    ///         func canDim(_ lamp: Lamp) -> Bool? { nil }
    ///     }
    ///
    ///     final class On: State {
    ///         override func canDim(_ lamp: Lamp) -> Bool? { true }
    ///     }
    ///
    ///     init() { super.init(initial: On()) }
    ///     var canDim: Bool { ask { $0.canDim($1) } ?? false }
    /// }
    ///
    /// print(Lamp().canDim)  // Prints "true"
    /// ```
    ///
    /// - Parameter question: Calls the state's method. The answer must not depend on the outcome of a request that the
    ///   question makes.
    /// - Returns: The first answer; `nil` if no state has an answer, and after ``deactivate()``. A context that is not
    ///   activated yet asks the initial state.
    public func ask<Answer>(_ question: (_ state: S, _ owner: S.Owner) -> Answer?) -> Answer? {
        guard isActive || core.phase == .new else { return nil }
        for state in sequence(first: state, next: { $0._superstate }) {
            if let answer = question(state, owner) { return answer }
        }
        return nil
    }

    /// True if the initial state has been entered, and ``deactivate()`` has not exited everything since.
    public var isActive: Bool { core.isEntered }

    /// Returns true if a state is active: this very object is the current leaf or one of its superstates.
    ///
    /// - Complexity: O(*depth*).
    public func isIn(_ state: S) -> Bool { isActive && ask { asked, _ in asked === state ? true : nil } != nil }
}

// The main actor does not exist in Embedded Swift.
#if !hasFeature(Embedded)
/// A context that lives on the main actor together with its states, for modules with `MainActor` as their default
/// isolation.
///
/// In such a module, a subclass and its states need no annotation, and hooks can call the app, start tasks and own
/// timers. The root class of the states needs an `init() {}`, and the subclass calls ``init(startingIn:resumingIn:)``:
/// see <doc:OnTheMainActor>.
///
/// In a module without default isolation, subclass ``Context`` and write `@MainActor` yourself, also in the conformance
/// of the root class: `@MainActor class State: @MainActor ContextState`. See <doc:Rules#12.-Isolation>.
@MainActor open class MainActorContext<S: ContextState>: Context<S> where S.Family == S {
    // The label differs from the label of `Context.init`, which is not isolated. Otherwise, an initializer of a
    // subclass would override `Context.init` with another isolation.
    /// Creates a context with `initial` as its current state. No hook runs before the first request or
    /// ``Context/activate()``.
    ///
    /// - Parameters:
    ///   - initial: The state that ``Context/activate()`` enters.
    ///   - leaf: The state to continue in, as in ``Context/init(initial:resumingIn:)``.
    public init(startingIn initial: S, resumingIn leaf: S? = nil) { super.init(initial: initial, resumingIn: leaf) }
}
#endif
