/// Deferred requests: reading, withdrawing and restoring them. See <doc:Rules#7.-Deferral>.
extension Context {
    /// The names of the deferred requests, in the order in which they will be tried again.
    ///
    /// The further behavior of a machine depends on them, on ``deferredArguments``, on ``state``, and on its data.
    ///
    /// - Complexity: O(*n*) in their number.
    public var deferredRequests: [String] { core.extras?.value.queue.allDeferred.map { $0.name } ?? [] }

    #if !hasFeature(Embedded)
    /// The arguments of the ``deferredRequests``, in the same order; `nil` for a request without an argument.
    ///
    /// To save a machine, cast each argument to the type that its request takes.
    ///
    /// - Complexity: O(*n*) in their number.
    public var deferredArguments: [Any?] { core.extras?.value.queue.allDeferred.map { $0.argument?.value } ?? [] }
    #endif

    /// Drops the deferred requests with names that satisfy a predicate; they are not tried again.
    ///
    /// No hook and no observer is notified, not even ``didNotHandle(_:)``: the caller knows.
    ///
    /// - Parameter predicate: Returns true for the name of a request to withdraw. Requests that the predicate makes are
    ///   queued.
    /// - Returns: The number of withdrawn requests.
    /// - Complexity: O(*n*) in the number of deferred requests.
    @discardableResult public func withdrawDeferredRequests(where predicate: (_ request: String) -> Bool) -> Int {
        guard let extras = core.extras else { return 0 }
        // Requests of the predicate, and of objects that are freed, are queued.
        let phase = core.phase
        core.phase = .busy
        var (names, isWithdrawn) = ([String](), [Bool]())
        repeat {
            names = deferredRequests
            isWithdrawn = names.map(predicate)
        } while names.count != deferredRequests.count  // The predicate has withdrawn requests itself.
        let count = extras.value.queue.dropDeferred { isWithdrawn[$0] }.count
        if phase.isAtRest { runToCompletion() } else { core.phase = phase }
        return count
    }

    /// Defers each request that `body` makes, without asking a state.
    ///
    /// Use it for a machine that had deferred requests when it was saved, and is restored with
    /// ``init(initial:resumingIn:)``: make them again, in the order of ``deferredRequests``.
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
