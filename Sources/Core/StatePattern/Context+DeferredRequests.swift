/// Looking at deferred requests, withdrawing them, and putting them back: see <doc:Rules#7.-Deferral>.
extension Context {
    /// The names of the requests that are deferred, in the order in which they will be tried again.
    ///
    /// Together with ``deferredArguments``, ``state`` and the data of a machine, they are all that its further behavior
    /// depends on.
    ///
    /// - Complexity: O(*n*) in their number.
    public var deferredRequests: [String] { core.extras?.value.queue.allDeferred.map { $0.name } ?? [] }

    #if !hasFeature(Embedded)
    /// The arguments of the ``deferredRequests``, in the same order; `nil` for a request without one.
    ///
    /// This is for saving a machine: cast each to the type that the request of that name has.
    ///
    /// - Complexity: O(*n*) in their number.
    public var deferredArguments: [Any?] { core.extras?.value.queue.allDeferred.map { $0.argument?.value } ?? [] }
    #endif

    /// Drops the deferred requests with names that satisfy a predicate; they are not tried again.
    ///
    /// No hook and no observer is notified, not even ``didNotHandle(_:)``: the caller knows.
    ///
    /// - Parameter predicate: Returns whether a request is withdrawn, by its name. Requests that it makes are queued.
    /// - Returns: The number of requests that were withdrawn.
    /// - Complexity: O(*n*) in the number of deferred requests.
    @discardableResult public func withdrawDeferredRequests(where predicate: (_ request: String) -> Bool) -> Int {
        guard let extras = core.extras else { return 0 }
        // What the predicate and the requests that are freed ask of the context is queued.
        let phase = core.phase
        core.phase = .busy
        var (names, isWithdrawn) = ([String](), [Bool]())
        repeat {
            names = deferredRequests
            isWithdrawn = names.map(predicate)
        } while names.count != deferredRequests.count  // The predicate has withdrawn some itself.
        let count = extras.value.queue.dropDeferred { isWithdrawn[$0] }.count
        if phase.isAtRest { runToCompletion() } else { core.phase = phase }
        return count
    }

    /// Defers each request that `body` makes, without asking a state.
    ///
    /// This is for a machine that is restored with ``init(initial:resumingIn:)`` and had deferred requests when it was
    /// saved: make them again, in the order of ``deferredRequests``.
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
