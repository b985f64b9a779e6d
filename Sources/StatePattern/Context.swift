/// An object that delegates each request to its current state.
///
/// Subclass it for a machine, give the subclass a method for each request, and let the method
/// ``delegate(request:to:)`` to the current state:
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
///     @discardableResult func insertCoin() -> Outcome { delegate { $0.insertCoin($1) } }
///     @discardableResult func push() -> Outcome { delegate { $0.push($1) } }
///
///     class State: ContextState {
///         func didEnter(_ turnstile: Turnstile) {}
///         func willExit(_ turnstile: Turnstile) {}
///         func insertCoin(_ turnstile: Turnstile) -> Reaction<State> { .unhandled }
///         func push(_ turnstile: Turnstile) -> Reaction<State> { .unhandled }
///     }
///
///     final class Locked: State {
///         override func insertCoin(_ turnstile: Turnstile) -> Reaction<State> { .transition(to: turnstile.unlocked) }
///     }
///
///     final class Unlocked: State {
///         override func push(_ turnstile: Turnstile) -> Reaction<State> { .transition(to: turnstile.locked) }
///     }
/// }
/// ```
///
/// A request runs to completion, follow-ups included, before the next one starts: see
/// <doc:Rules#6.-Run-to-completion>. A context is neither `Sendable` nor locked; the compiler keeps it inside one
/// isolation domain: see <doc:Rules#12.-Isolation>.
///
/// `Context` and its states are public where your machine is, and so are ``delegate(request:to:)`` and the hooks;
/// <doc:ShippingAMachine> tells what that means for a machine that others import.
// How a request runs:
//
//   delegate            the context is ready; if not, `delegateUnlessReady` activates a new one, queues, defers or rejects
//   └ run               from here on the context is busy; `runOrSchedule` does the same and tells who observes requests
//     ├ perform         asks the leaf, and in a tree its superstates, for a reaction
//     │ ├ move, moveInTree         .transition in a flat family and in a tree: which states are exited and entered
//     │ │ └ makeTransition         exit hooks, change of the leaf, entry hooks
//     │ │   └ completeTransition   recalls deferred requests and tells observers
//     │ ├ deferOrRefuse .deferred: the request waits for the next transition; .refused: `didNotHandle`
//     │ └ reject        .unhandled: `didNotHandle`
//     └ runToCompletion does the same, from `perform` on, for what has been queued or recalled
open class Context<S: ContextState> where S.Family == S {
    /// The closure that calls the state's method for a request.
    public typealias Handler = (_ state: S, _ owner: S.Owner) -> Reaction<S>

    // Only this module's extensions of `Context` touch the following properties, one at a time and never while they
    // call out, so no two accesses overlap. A check of that at run time on each would double the cost of a transition.
    /// The current leaf, and its superstates.
    @exclusivity(unchecked) @usableFromInline final var path: StatePath<S>
    @exclusivity(unchecked) @usableFromInline final var phase = Phase.new
    /// Set while the initial state or one after it is entered; cleared when `deactivate()` has exited everything.
    @exclusivity(unchecked) @usableFromInline final var isEntered = false
    /// Set when there is an observer or a deferred request, which the next transition concerns.
    @exclusivity(unchecked) @usableFromInline final var hasListeners = false
    /// Set when something is put on the agenda, cleared when all of it is done. While it is not, a request ends with its
    /// last hook, or with the last observer.
    @exclusivity(unchecked) @usableFromInline final var hasFollowUps = false
    @usableFromInline final let initial: S
    /// The transition that is being made; `makeTransition` sets it before the first hook and clears it after the last.
    @exclusivity(unchecked) @usableFromInline final var underWay: UnsafePointer<TransitionUnderWay<S>>?
    // Sound: this context alone uses the memory, which is initialised for as long as it is there.
    @exclusivity(unchecked) @usableFromInline final var extras: UnsafeMutablePointer<Extras<S>>?

    @usableFromInline enum Phase: UInt8 {
        /// The context has not been activated.
        case new
        /// A request can be handled at once.
        case ready
        /// The same, with at least one observer of requests.
        case observed
        /// A request is being handled; others are queued.
        case busy
        /// Deactivated: requests are rejected.
        case inactive
        /// In `deferRequests(madeBy:)`: requests are deferred.
        case deferring
    }

    /// Creates a context whose requests go to `initial` first; no hook runs yet.
    ///
    /// With `leaf`, the context goes on where another one was when its state was saved: it is active in `leaf` from the
    /// beginning. No hook runs and no observer is told; ``deactivate()`` goes back to `initial`. See
    /// <doc:Rules#10.-Activation>.
    ///
    /// - Parameters:
    ///   - initial: The state that ``activate()`` enters.
    ///   - leaf: The state to go on in.
    /// - Precondition: The context is an instance of its states' `Owner`.
    @inlinable @inline(__always) public init(initial: S, resumingIn leaf: S? = nil) {
        self.initial = initial
        path = StatePath(leaf ?? initial)
        guard self is S.Owner else { trapWrongOwner() }
        if leaf != nil { resume() }
    }

    @inlinable deinit {
        while let observer = extras?.pointee.observers.all.pop() { observer.cancel() }
        extras?.deinitialize(count: 1)
        extras?.deallocate()
    }

    /// The current state: in a tree, the leaf.
    ///
    /// Before activation and after deactivation it is the initial state, which has then not been entered.
    @inlinable public final var state: S { path.leaf }

    // MARK: For subclasses

    /// Called when no state has handled a request, with the request's name; does nothing unless it is overridden.
    ///
    /// This is the place for a policy on requests that were refused or unhandled: log them, count them, stop in a debug
    /// build. It counts as a hook: a request made here is queued. From outside, ``observeRequests(_:)`` tells of them.
    open func didNotHandle(_ request: String) {}

    #if !hasFeature(Embedded)
    /// The context's class, its state, and what is deferred: `Player: Playing/Advancing`.
    open var description: String {
        let deferred = deferredRequests.joined(separator: ", ")
        return "\(type(of: self)): \(state.path)" + (deferred.isEmpty ? "" : ", deferred: \(deferred)")
    }

    /// The state and what is deferred, without the means that make a context work: this is what `dump` shows.
    ///
    /// Swift cannot list the properties of a subclass once a mirror is customized. A machine adds those that matter:
    ///
    /// ```swift
    /// import StatePattern
    ///
    /// final class Till: Context<Till.State> {
    ///     class State: ContextState {
    ///         func didEnter(_ till: Till) {}
    ///         func willExit(_ till: Till) {}
    ///     }
    ///
    ///     var coins = 3
    ///
    ///     init() { super.init(initial: State()) }
    ///
    ///     override var customMirror: Mirror {
    ///         Mirror(self, children: ["coins": coins], ancestorRepresentation: .customized { super.customMirror })
    ///     }
    /// }
    /// ```
    open var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = ["state": state.path, "deferredRequests": deferredRequests]
        return Mirror(self, children: children, displayStyle: .class, ancestorRepresentation: .suppressed)
    }
    #endif

    /// The greatest number of follow-ups and recalled requests that one outermost call may cause before the context takes
    /// them to be endless, and traps.
    ///
    /// A recalled request that is deferred once more does not count. See <doc:Rules#11.-No-livelock>.
    open class var followUpLimit: Int { 10_000 }

    // MARK: Requests

    /// Passes a request to the current state and carries out its reaction.
    ///
    /// Call it from the methods that clients see. It is public because Swift has no `protected`: a client that calls it
    /// goes past the rules of your machine. A closure that captures nothing, as in `delegate { $0.play($1) }`, costs no
    /// allocation.
    ///
    /// - Parameters:
    ///   - name: The request's name in transitions and messages: by default, the calling method.
    ///   - handler: Calls the state's method for the request. It may run later, and more than once, when the request is
    ///     queued or deferred; so it should use its parameters, and not capture the context.
    /// - Returns: The outcome of the request, which says nothing about its follow-ups.
    @inlinable @inline(__always) @discardableResult
    public final func delegate(request name: String = #function, to handler: @escaping Handler) -> Outcome {
        guard phase == .ready else { return delegateUnlessReady(name, handler) }
        return run(name, handler) { deferOrRefuse(name, $0, handler) }
    }

    /// Passes a request with an argument to the current state and carries out its reaction.
    ///
    /// The argument goes beside the closure, as in `delegate(time) { $0.seek($1, to: $2) }`, because a closure that
    /// captures it costs an allocation. Several arguments go into a tuple. Where requests with different arguments must
    /// be told apart when they are deferred, name the argument: `delegate(floor, request: "call(to: \(floor))") { … }`;
    /// a name made like that costs a string for each request.
    ///
    /// - Parameters:
    ///   - argument: The value that `handler` gets as its third parameter.
    ///   - name: The request's name in transitions and messages: by default, the calling method.
    ///   - handler: Calls the state's method for the request. It may run later, and more than once, when the request is
    ///     queued or deferred; so it should use its parameters, and not capture the context.
    /// - Returns: The outcome of the request, which says nothing about its follow-ups.
    @inlinable @inline(__always) @discardableResult public final func delegate<Argument>(
        _ argument: Argument, request name: String = #function,
        to handler: @escaping (_ state: S, _ owner: S.Owner, _ argument: Argument) -> Reaction<S>
    ) -> Outcome {
        guard phase == .ready else { return delegateUnlessReady(name) { handler($0, $1, argument) } }
        return run(name, { handler($0, $1, argument) }) { deferOrRefuse(name, $0, argument, handler) }
    }

    @inlinable @inline(never) final func delegateUnlessReady(_ name: String, _ handler: @escaping Handler) -> Outcome {
        if phase == .deferring { return deferRequest(name, handler) }
        if phase == .new { activate() }
        return runOrSchedule(.request(name, handler))
    }

    /// Handles a request and whatever follows from it.
    ///
    /// `handler` need not outlive the call. Only for the two rare reactions is `otherwise` called, which has a closure that
    /// does; so a request that is handled at once allocates nothing.
    @inlinable @inline(__always)
    final func run(_ name: String, _ handler: Handler, otherwise: (_ isDeferred: Bool) -> Outcome) -> Outcome {
        phase = .busy
        let outcome = perform(name, handler, otherwise: otherwise)
        if hasFollowUps { runToCompletion() } else { phase = .ready }
        return outcome
    }

    /// Asks the current state, in a tree then its superstates, innermost first, and carries out the reaction.
    @inlinable @inline(__always)
    final func perform(_ name: String, _ handler: Handler, otherwise: (_ isDeferred: Bool) -> Outcome) -> Outcome {
        var depth = path.superstates.count
        var reaction = withCurrent { handler($0, owner) }
        while S._isHierarchical, depth > 0, case .unhandled = reaction {
            depth -= 1
            reaction = withSuperstate(at: depth) { handler($0, owner) }
        }
        let isDeferred = if case .deferred = reaction { true } else { false }
        switch consume reaction {
        case .transition(let target):
            if S._isHierarchical { moveInTree(name, handledAt: depth, to: target) } else { move(name, to: target) }
            return .transitioned
        case .handled: return .handled
        case .unhandled: return reject(name)
        case .deferred, .refused: return otherwise(isDeferred)
        }
    }

    /// Carries out the two rare reactions; if there were a place for each, the compiler would look it up in a table.
    @inlinable @inline(never)
    final func deferOrRefuse(_ name: String, _ isDeferred: Bool, _ handler: @escaping Handler) -> Outcome {
        if isDeferred { return deferRequest(name, handler) }
        extras?.pointee.takeReason()
        didNotHandle(name)
        return .refused
    }

    /// The same for a request with an argument, here so that the request's method does not keep room for the closure.
    @inlinable @inline(never) final func deferOrRefuse<Argument>(
        _ name: String, _ isDeferred: Bool, _ argument: Argument,
        _ handler: @escaping (S, S.Owner, Argument) -> Reaction<S>
    ) -> Outcome { deferOrRefuse(name, isDeferred) { handler($0, $1, argument) } }

    @inlinable final func deferRequest(_ name: String, _ handler: @escaping Handler) -> Outcome {
        madeExtras.pointee.agenda.deferred.append(.request(name, handler))
        hasListeners = true
        return .deferred
    }

    @inlinable @inline(__always) final func reject(_ name: String) -> Outcome {
        didNotHandle(name)
        return .unhandled
    }

    // MARK: Transitions

    /// Makes a transition that exits and enters no superstate: all of a flat family, and most in a tree. `moveInTree` makes
    /// the others.
    @inlinable @inline(__always)
    final func move(_ name: String, to target: consuming S, _ depths: SharedDepths = (0, 0)) {
        checkFamily(of: target)
        makeTransition(name, to: target, depths) {
            withCurrent { $0.willExit(owner) }
        } enter: { _ in
            withCurrent { $0.didEnter(owner) }
            if S._isHierarchical && moveToInitialSubstate() { enter(leaf: true) }
        }
    }

    /// Exchanges the leaf between the hooks, which find the transition under way; then tells those it concerns.
    ///
    /// - Parameters:
    ///   - exit: Runs the exit hooks.
    ///   - enter: Runs the entry hooks; it gets the source.
    // Sound: the pointer is set back before the record is gone, and no other transition begins in between.
    @inlinable @inline(__always) final func makeTransition(
        _ name: String, to target: consuming S, _ sharedDepths: SharedDepths, exit: () -> Void,
        enter: (borrowing S) -> Void
    ) {
        let record = TransitionUnderWay(name, from: path.leaf, to: target, sharedDepths)
        var moved = Optional(target)  // A closure cannot move what it captures out of anything else.
        let source = _withUnprotectedUnsafePointer(to: record) { record in
            underWay = record
            exit()
            var leaf = moved.take().unsafelyUnwrapped
            swap(&path.leaf, &leaf)  // Two references change places, and neither is retained or released.
            enter(leaf)
            underWay = nil
            return leaf
        }
        if hasListeners { completeTransition(name, from: source, sharedDepths) }
    }

    /// Recalls deferred requests and tells the observers.
    @inlinable @inline(never)
    final func completeTransition(_ name: String, from source: consuming S, _ sharedDepths: SharedDepths) {
        if extras?.pointee.agenda.recallDeferred() == true { hasFollowUps = true }
        if observerCount > 0 { notify(of: Transition(name, from: source, to: path.leaf, sharedDepths)) }
        if observerCount == 0 { hasListeners = false }
    }
}
