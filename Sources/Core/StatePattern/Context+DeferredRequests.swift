/// Deferred requests: reading, withdrawing and restoring them. `RequestQueue` tries them again: see
/// <doc:Rules#7.-Deferral>.
extension Context {
    /// The names of the deferred requests, in the order in which they will be tried again.
    ///
    /// To save a machine, save these names together with ``deferredArguments``, ``state`` and the machine's own data.
    ///
    /// - Complexity: O(*n*) in the number of deferred requests.
    public var deferredRequests: [String] { core.extras?.value.queue.allDeferred.map { $0.name } ?? [] }

    #if !hasFeature(Embedded)
    /// The arguments of the ``deferredRequests``, in the same order; `nil` for a request without an argument.
    ///
    /// To save a machine, cast each argument to the type that its request takes.
    ///
    /// - Complexity: O(*n*) in the number of deferred requests.
    public var deferredArguments: [Any?] { core.extras?.value.queue.allDeferred.map { $0.argument?.value } ?? [] }
    #endif

    /// Drops the deferred requests with names that satisfy a predicate, so that they are not tried again.
    ///
    /// Neither ``didNotHandle(_:)`` nor an observer is called for a withdrawn request, because the caller already knows
    /// of it.
    ///
    /// - Parameter predicate: Returns true for the name of a request to withdraw. A request that the predicate itself
    ///   makes is queued.
    /// - Returns: The number of withdrawn requests.
    /// - Complexity: O(*n*) in the number of deferred requests.
    @discardableResult public func withdrawDeferredRequests(where predicate: (_ request: String) -> Bool) -> Int {
        guard let extras = core.extras else { return 0 }
        // While the phase is `busy`, requests are queued. The predicate may make some, and so may objects that are
        // freed here.
        let phase = core.phase
        core.phase = .busy
        var isWithdrawn: [Bool]
        // The predicate is called again if it has withdrawn requests itself.
        repeat { isWithdrawn = deferredRequests.map(predicate) } while isWithdrawn.count != deferredRequests.count
        let count = extras.value.queue.dropDeferred { isWithdrawn[$0] }.count
        if phase.isAtRest { runToCompletion() } else { core.phase = phase }
        return count
    }

    /// Defers each request that `body` makes, without asking a state.
    ///
    /// Use it for a machine that had deferred requests when it was saved, and is restored with
    /// ``init(initial:resumingIn:)``. In `body`, make the saved requests again, in the order of ``deferredRequests``.
    ///
    /// - Precondition: The context is active, and no request is being handled.
    public func deferRequests(madeBy body: () -> Void) {
        guard core.phase.isAtRest else {
            fatalError("Requests can be deferred from outside only while a context is active and at rest.")
        }
        core.phase = .deferring
        body()
        core.phase = .busy
        runToCompletion()
    }
}
