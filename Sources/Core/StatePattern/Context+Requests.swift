// The steps of a request, in their order. The numbers are rules in <doc:Rules>.
//
//   delegate                   a context at rest handles a request at once; scheduleOrRun queues or defers it otherwise (6)
//   └ handle                   the leaf is asked, then its superstates (1), and the reaction is carried out
//     └ makeTransition         finds the states that stay (3, 4); Context+Transitions.swift has it and the next two
//       └ change               exits, then the leaf changes, then entries, level by level through initial substates (2, 3, 5)
//         └ completeTransition makes deferred requests due (7), and notifies observers (9)
//   finish                     notifies request observers (9), and handles the queue in the same way: follow-ups,
//                              then due requests, then requests of observers (6, 7); the context is at rest again
extension Context {
    // MARK: A request begins

    /// Passes a request to the current state by the name of the state's method, and carries out the reaction.
    ///
    /// Call it from the methods that clients see: `delegate(State.push)`. It is public only because Swift has no
    /// `protected`: a client that calls it bypasses the methods of your machine.
    ///
    /// The method may run later, and more than once, when the request is queued or deferred. Arguments follow the
    /// method: `delegate(State.seek, time)`. Up to three are possible. For more arguments, or to look at the context
    /// before the state is asked, use ``delegate(request:to:)``.
    ///
    /// - Parameters:
    ///   - method: The state's method for the request.
    ///   - name: The request's name in transitions and messages: by default, the calling method.
    /// - Returns: The outcome of this request. Its follow-ups, which are queued, have their own outcomes.
    @inlinable @inline(__always) @discardableResult
    public func delegate(
        _ method: @escaping (S) -> (S.Owner) -> Reaction, request name: String = #function
    ) -> Outcome {
        begin(name) { method($0)($1) }
    }

    /// Passes a request with an argument to the current state by the name of the state's method.
    @inlinable @inline(__always) @discardableResult
    public func delegate<A>(
        _ method: @escaping (S) -> (S.Owner, A) -> Reaction, _ a: A, request name: String = #function
    ) -> Outcome {
        begin(name, a) { method($0)($1, $2) }
    }

    /// Passes a request with two arguments to the current state by the name of the state's method.
    @inlinable @inline(__always) @discardableResult
    public func delegate<A, B>(
        _ method: @escaping (S) -> (S.Owner, A, B) -> Reaction, _ a: A, _ b: B, request name: String = #function
    ) -> Outcome {
        begin(name, (a, b)) { method($0)($1, $2.0, $2.1) }
    }

    /// Passes a request with three arguments to the current state by the name of the state's method.
    @inlinable @inline(__always) @discardableResult
    public func delegate<A, B, C>(
        _ method: @escaping (S) -> (S.Owner, A, B, C) -> Reaction, _ a: A, _ b: B, _ c: C,
        request name: String = #function
    ) -> Outcome {
        begin(name, (a, b, c)) { method($0)($1, $2.0, $2.1, $2.2) }
    }

    /// Passes a request to the current state with a closure, which may look at the context before it asks the state.
    ///
    /// A closure that captures nothing, as in `delegate { $1.isOpen ? $0.close($1) : .handled }`, costs no allocation.
    ///
    /// - Parameters:
    ///   - name: The request's name in transitions and messages: by default, the calling method.
    ///   - handler: Calls the state's method for the request. It may run later, and more than once, when the request is
    ///     queued or deferred; so it should use its parameters, and not capture the context.
    /// - Returns: The outcome of this request. Its follow-ups, which are queued, have their own outcomes.
    @inlinable @inline(__always) @discardableResult
    public func delegate(request name: String = #function, to handler: @escaping Handler) -> Outcome {
        begin(name, handler)
    }

    /// Passes a request with an argument to the current state with a closure.
    ///
    /// The argument goes next to the closure, as in `delegate(time) { … $0.seek($1, to: $2) … }`, because a closure
    /// that captures it costs an allocation. Several arguments go into a tuple.
    ///
    /// - Parameters:
    ///   - argument: The value that `handler` gets as its third parameter; while the request is deferred, it is one of
    ///     the ``deferredArguments``.
    ///   - name: The request's name in transitions and messages: by default, the calling method.
    ///   - handler: Calls the state's method for the request, as in ``delegate(request:to:)``.
    /// - Returns: The outcome of this request. Its follow-ups, which are queued, have their own outcomes.
    @inlinable @inline(__always) @discardableResult public func delegate<Argument>(
        _ argument: Argument, request name: String = #function,
        to handler: @escaping (_ state: S, _ owner: S.Owner, _ argument: Argument) -> Reaction
    ) -> Outcome {
        begin(name, argument, handler)
    }

    @inlinable @inline(__always) func begin(_ name: String, _ handler: @escaping Handler) -> Outcome {
        begin(name, handler, as: .init(.request(handler), name), with: nil)
    }

    @inlinable @inline(__always) func begin<Argument>(
        _ name: String, _ argument: Argument, _ handler: @escaping (S, S.Owner, Argument) -> Reaction
    ) -> Outcome {
        begin(name, { handler($0, $1, argument) }, as: .init(name, argument, handler), with: boxed(argument))
    }

    /// Handles a request. The item is made only to queue or defer the request.
    @inlinable @inline(__always) func begin(
        _ name: String, _ handler: Handler, as item: @autoclosure () -> RequestQueue<S>.Item,
        with argument: @autoclosure () -> BoxedArgument?
    ) -> Outcome {
        // Most contexts are in the phase `ready`: their code path has no jump.
        if _slowPath(core.phase != .ready) {
            guard core.phase == .followed else { return scheduleOrRun(item()) }
            core.extras?.value.argument = argument()
        }
        core.phase = .busy
        let outcome = handle(name, handler)
        if outcome == .deferred { deferRequest(item()) }
        if core.needsFinish { finish(name, outcome) } else { core.phase = .ready }
        return outcome
    }

    /// Runs, queues or defers an item for a context that is not in the phase `ready`.
    @inlinable @inline(never) func scheduleOrRun(_ item: consuming RequestQueue<S>.Item) -> Outcome {
        item.origin = originOfRequest
        switch core.phase {
        case .deferring where item.isRequest:
            deferRequest(item)
            return .deferred
        case .busy, .deferring:
            let extras = madeExtras
            if extras.value.queue.followUpCount + 3 >= Self.followUpLimit { checkFollowUps(item.name, in: extras) }
            extras.value.queue.append(consume item)
            core.needsFinish = true
            return .queued
        case .new where item.isRequest:
            core.phase = .busy
            var activation = RequestQueue<S>.Item(.activation(true), "activate()")
            // The activation needs a separate note, because a tracer tells first tries from later tries by the note.
            activation.origin = originOfRequest
            _ = run(activation)
            runToCompletion()
        default: break
        }
        core.phase = .busy
        let outcome = run(item)
        runToCompletion()
        return outcome
    }

    // MARK: A state answers

    /// Asks the current leaf, then its superstates, innermost first, and carries out the reaction.
    // For a flat family, the compiler knows that `_isHierarchical` is false, and leaves out the code for trees.
    @inlinable @inline(__always) func handle(_ name: String, _ handler: Handler) -> Outcome {
        var depth = 0
        var reaction = calling(core.leaf) { handler($0, owner) }
        if S._isHierarchical, let tree {
            depth = tree.value.superstates.count
            while depth > 0, case .unhandled = reaction {
                depth -= 1
                reaction = calling(tree.value.superstates[depth]) { handler($0, owner) }
            }
        }
        if case .handled = reaction { return .handled }  // One jump less than with the `switch`.
        switch consume reaction {
        case .transition(let target):
            if S._isHierarchical, let tree {
                makeTransition(name, to: consume target, handledAt: depth, in: tree)
            } else {
                makeFlatTransition(name, to: consume target)
            }
            return .transitioned
        case .handled: return .handled
        case .deferred: return .deferred
        case .unhandled: return answerUnhandled(name)
        case .refused: return answerRefused(name, nil)
        case .refusedBecause(let reason): return answerRefused(name, reason)
        }
    }

    @inlinable @inline(__always) func answerUnhandled(_ name: String) -> Outcome {
        didNotHandle(name)
        return .unhandled
    }

    @inlinable @inline(never) func answerRefused(_ name: String, _ reason: RefusalReason?) -> Outcome {
        didNotHandle(name)
        withExtras { $0.value.reason = reason }
        return .refused
    }

    // MARK: The request ends

    /// Notifies request observers of the outcome, then handles the queue until the context is at rest.
    @inlinable @inline(never) func finish(_ name: String, _ outcome: Outcome) {
        report(name, outcome)
        runToCompletion()
    }

    @inlinable @inline(__always) func runToCompletion() {
        var atRest = ContextCore<S>.Phase.ready
        withExtras { extras in
            if !extras.value.queue.isDone { handleQueue(of: extras) }
            core.needsFinish = extras.value.hearRequests
            atRest = extras.value.phaseAtRest
        }
        core.phase = core.isEntered ? atRest : .inactive
    }

    // Not inlined, so that the methods of a machine stay small.
    @inlinable @inline(never) func handleQueue(of extras: Part<Extras<S>>) {
        while let item = extras.value.queue.next() { _ = run(item) }
        extras.value.queue.endCall()
    }

    /// Runs an item, which comes from the queue or directly from a client, and returns its outcome.
    @inlinable func run(_ item: RequestQueue<S>.Item) -> Outcome {
        traced(since: item.origin) {
            switch item.work {
            case .activation(let begins):
                if begins != core.isEntered { if begins { enterInitialState() } else { exitEverything() } }
                return .handled
            case .request(let handler):
                noteArgument(of: item)
                let outcome = core.isEntered ? handle(item.name, handler) : answerUnhandled(item.name)
                if outcome == .deferred { deferRequest(item) }
                report(item.name, outcome)
                return outcome
            }
        }
    }

    /// Keeps the request's argument until request observers are notified; does nothing without request observers.
    @inlinable @inline(__always) func noteArgument(of item: borrowing RequestQueue<S>.Item) {
        withExtras { if $0.value.hearRequests { $0.value.argument = item.argument } }
    }

    @inlinable func deferRequest(_ item: consuming RequestQueue<S>.Item) {
        madeExtras.value.queue.deferred.append(consume item)
    }

    // MARK: Activation and deactivation (10)

    /// Enters the initial state: its superstates first, then its initial substates.
    ///
    /// The first request does this by itself. When a request is being handled, the activation is queued; when the
    /// context is active already, it does nothing. See <doc:Rules#10.-Activation>.
    @inlinable public func activate() { _ = scheduleOrRun(.init(.activation(true), "activate()")) }

    /// Exits the current state and its superstates, innermost first.
    ///
    /// From then on, every request is unhandled until the next ``activate()``. Deferred requests are dropped;
    /// ``didNotHandle(_:)`` is called for each of them, after the observers have been notified of the transition. While
    /// a request is handled, the deactivation is queued. If the context is not active, no hook runs.
    @inlinable public func deactivate() { _ = scheduleOrRun(.init(.activation(false), "deactivate()")) }

    @inlinable func enterInitialState() {
        core.isEntered = true
        if let tree { _ = collectSuperstates(of: initial, upTo: -1, in: tree) }  // No superstate is active yet.
        let depth = UInt16(truncatingIfNeeded: tree?.value.entering.count ?? 0)
        change("activate()", to: initial, at: depth, sharing: (.max, 0)) {  // Nothing is exited.
        } entering: { _ in
            if S._isHierarchical, let tree { enter(below: 0, target: true, in: tree) } else { enterLeaf() }
        }
    }

    @inlinable func exitEverything() {
        var dropped: [RequestQueue<S>.Item] = []
        change("deactivate()", to: initial, sharing: (0, .max)) {
            if let tree { exit(downTo: 0, in: tree) } else { exitLeaf() }
        } entering: { _ in
            core.isEntered = false
            if let tree { drop(downTo: 0, in: tree) }
            dropped = core.extras?.value.queue.dropDeferred { _ in true } ?? []
        }
        for item in dropped {
            noteArgument(of: item)
            report(item.name, answerUnhandled(item.name))
        }
    }

    /// Makes the context active in the current leaf and its superstates, without calling entry hooks.
    @usableFromInline func resume() {
        if let tree {
            guard core.leaf._initialSubstate == nil else { trapResumingInComposite() }
            _ = collectSuperstates(of: core.leaf, upTo: -1, in: tree)
            while let superstate = tree.value.entering.popLast() { tree.value.superstates.append(consume superstate) }
            checkSuperstates(in: tree)
        }
        (core.isEntered, core.phase) = (true, .ready)
    }
}
