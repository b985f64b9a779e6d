/// The object that clients talk to: it delegates each request to its current state.
///
/// Subclass it for a machine, give it a method for each request, and let the method ``delegate(request:to:)`` to the
/// current state:
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
/// }
///
/// extension Turnstile {
///     class State: StatePattern.State {
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
/// A request is finished, follow-ups and all, before the next one starts (rule 6). A request that is made meanwhile,
/// by a hook or an observer, waits for its turn.
///
/// A context is neither `Sendable` nor locked: the compiler keeps it inside one isolation domain (rule 12).
///
/// The numbers refer to the article <doc:Rules>.
open class Context<S: State> where S.Family == S {
    /// A request as a context keeps it: it is handed a state and the context, and answers with the state's reaction.
    public typealias Request = (_ state: S, _ owner: S.Owner) -> Reaction<S>

    // Only this module's extensions of `Context` touch the following properties, one at a time and never while they
    // call out, so no two accesses overlap. A check of that at run time on each would double the cost of a transition.
    @exclusivity(unchecked) @usableFromInline final var current: S
    @exclusivity(unchecked) @usableFromInline final var phase = Phase.new
    /// Somebody waits for the next transition: an observer, or a deferred request.
    @exclusivity(unchecked) @usableFromInline final var isAwaited = false
    /// Something is on the agenda. When not, a request ends with its last hook, or with the last observer.
    @exclusivity(unchecked) @usableFromInline final var hasFollowUps = false

    @usableFromInline final let initial: S
    /// The initial state has been entered, and `deactivate()` has not exited everything since.
    @exclusivity(unchecked) @usableFromInline final var isActive = false
    @exclusivity(unchecked) @usableFromInline final var agenda = Agenda<S>()
    @exclusivity(unchecked) @usableFromInline final var observers = Stack<Observer<S>>()
    @exclusivity(unchecked) @usableFromInline final var isNotifying = false

    /// In a tree: the superstates of the current leaf, root first.
    @exclusivity(unchecked) @usableFromInline final var superstates = Stack<S>()
    /// In a tree: the superstates that a transition has still to enter, outermost last.
    @exclusivity(unchecked) @usableFromInline final var entering = Stack<S>()

    @usableFromInline enum Phase: UInt8 {
        /// Nobody has activated the context.
        case new
        /// A request can be handled at once.
        case ready
        /// A request is being handled; others are queued.
        case busy
        /// Deactivated; requests are refused.
        case inactive
    }

    /// Makes a context whose requests go to `initial` first; no hook runs yet (rule 10).
    ///
    /// - Precondition: The context is an instance of its states' `Owner`.
    @inlinable public init(initial: S) {
        self.initial = initial
        current = initial
        guard self is S.Owner else { fatalError("A context must be the Owner of its states.") }
    }

    @inlinable deinit { while let observer = observers.pop() { observer.cancel() } }

    /// The current state: in a tree, the leaf (rule 5).
    ///
    /// Before activation and after deactivation it is the initial state, which has then not been entered.
    @inlinable public final var state: S { current }

    /// The names of the requests that are deferred, in the order in which they will be tried again.
    ///
    /// Together with ``state``, and with the data that a machine has, they are all that its further behaviour depends on.
    ///
    /// - Complexity: O(*n*) in their number.
    public final var deferredRequests: [String] { agenda.deferredNames }

    // MARK: For subclasses

    /// Called when no state has handled a request, with the request's name; does nothing unless it is overridden.
    ///
    /// This is the place for a policy on refused requests: log them, count them, stop in a debug build. It counts as a
    /// hook: a request made here is queued.
    open func didNotHandle(_ request: String) {}

    /// How many requests one outermost call may cause, follow-ups and recalled ones, before the context takes them to be
    /// endless, and traps (rule 11).
    open class var followUpLimit: Int { 10_000 }

    // MARK: Requests

    /// Hands a request to the current state and carries out its reaction (rule 1).
    ///
    /// Call it from the methods that clients see. A closure that captures nothing, as in `delegate { $0.play($1) }`,
    /// costs no allocation.
    ///
    /// - Parameters:
    ///   - name: What the request is called in transitions and messages: by default, the calling method.
    ///   - request: Calls the state's method for the request. It may run later, and more than once, when it is queued
    ///     or deferred.
    /// - Returns: What became of the request; this says nothing about its follow-ups.
    @inlinable @inline(__always) @discardableResult
    public final func delegate(request name: String = #function, to request: @escaping Request) -> Outcome {
        guard phase == .ready else { return delegateUnlessReady(name, request) }
        return run(name, request, kept: { request })
    }

    /// Hands a request with an argument to the current state and carries out its reaction (rule 1).
    ///
    /// The argument goes beside the closure, as in `delegate(time) { $0.seek($1, to: $2) }`, because a closure that
    /// captures it costs an allocation. Several arguments go into a tuple.
    ///
    /// - Parameters:
    ///   - argument: What `request` gets as its third parameter.
    ///   - name: What the request is called in transitions and messages: by default, the calling method.
    ///   - request: Calls the state's method for the request. It may run later, and more than once, when it is queued
    ///     or deferred.
    /// - Returns: What became of the request; this says nothing about its follow-ups.
    @inlinable @inline(__always) @discardableResult
    public final func delegate<Argument>(
        _ argument: Argument, request name: String = #function,
        to request: @escaping (_ state: S, _ owner: S.Owner, _ argument: Argument) -> Reaction<S>
    ) -> Outcome {
        guard phase == .ready else { return delegateUnlessReady(name) { request($0, $1, argument) } }
        return run(name, { request($0, $1, argument) }, kept: { { request($0, $1, argument) } })
    }

    @inlinable @inline(never)
    final func delegateUnlessReady(_ name: String, _ request: @escaping Request) -> Outcome {
        switch phase {
        case .new:
            activate()
            return delegate(request: name, to: request)
        case .ready:  // Not reached, since the caller has looked.
            return run(name, request, kept: { request })
        case .busy:
            schedule(.request(name, request))
            return .queued
        case .inactive:
            phase = .busy
            let outcome = refuse(name)
            finish()
            return outcome
        }
    }

    /// Handles a request and whatever follows from it (rule 6).
    ///
    /// `request` need not outlive the call. Only when it is put off is `kept` called, for a closure that does; so a
    /// request that is handled at once allocates nothing.
    @inlinable @inline(__always)
    final func run(_ name: String, _ request: Request, kept: () -> Request) -> Outcome {
        phase = .busy
        let outcome = perform(name, request, kept: kept)
        if hasFollowUps { finish() } else { phase = .ready }
        return outcome
    }

    /// Asks the current state and carries out what it answers.
    @inlinable @inline(__always)
    final func perform(_ name: String, _ request: Request, kept: () -> Request) -> Outcome {
        switch withCurrent({ request($0, owner) }) {
        case .transition(let target):
            if S._isHierarchical {
                moveInTree(name, handledAt: superstates.count, to: target)
            } else {
                move(name, to: target)
            }
            return .transitioned
        case .handled: return .handled
        case .deferred: return putOff(name, kept())
        case .unhandled: return S._isHierarchical ? bubble(name, request, kept: kept) : refuse(name)
        }
    }

    @inlinable @inline(never)
    final func putOff(_ name: String, _ request: @escaping Request) -> Outcome {
        agenda.deferred.append(.request(name, request))
        isAwaited = true
        return .deferred
    }

    @inlinable @inline(never)
    final func refuse(_ name: String) -> Outcome {
        didNotHandle(name)
        return .unhandled
    }

    // MARK: Transitions

    /// Makes a transition in a flat family (rules 2 to 5); `moveInTree` is its counterpart for a hierarchical one.
    @inlinable @inline(__always)
    final func move(_ name: String, to target: consuming S) {
        withCurrent { $0.willExit(owner) }
        var previous = target
        swap(&current, &previous)  // Two references change places, and neither is retained or released.
        withCurrent { $0.didEnter(owner) }
        if isAwaited { didMove(name, from: previous, kept: (0, 0)) }
    }

    /// Recalls what was deferred and tells the observers (rules 7 and 9).
    @inlinable @inline(never)
    final func didMove(_ name: String, from source: consuming S, kept: (ofSource: Int, ofTarget: Int)) {
        if agenda.recallDeferred() { hasFollowUps = true }
        if observers.count > 0 { notify(Transition(request: name, source: source, target: current, kept: kept)) }
        isAwaited = observers.count > 0
    }
}
