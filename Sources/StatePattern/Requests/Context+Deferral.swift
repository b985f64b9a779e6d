/// Looking at deferred requests, withdrawing them, and putting them back: see <doc:Rules#7.-Deferral>.
extension Context {
    /// The names of the requests that are deferred, in the order in which they will be tried again.
    ///
    /// Together with ``state``, with the arguments of these requests and with the data that a machine has, they are all
    /// that its further behavior depends on. A name can tell the argument: see ``delegate(_:request:to:)``.
    ///
    /// - Complexity: O(*n*) in their number.
    public final var deferredRequests: [String] { extras?.pointee.agenda.allDeferred.map { $0.name } ?? [] }

    /// Drops the deferred requests whose names satisfy a predicate; they are not tried again.
    ///
    /// No hook and no observer hears of it, not even ``didNotHandle(_:)``: the caller knows.
    ///
    /// - Parameter predicate: Returns whether a request is withdrawn, by its name.
    /// - Returns: The number of requests that were withdrawn.
    /// - Complexity: O(*n*) in the number of deferred requests.
    @discardableResult public final func withdrawDeferredRequests(where predicate: (_ request: String) -> Bool) -> Int {
        // The predicate may look at the context, and the requests may do so when they are freed: both happen outside.
        let isWithdrawn = deferredRequests.map(predicate)
        let all = extras?.pointee.agenda.dropDeferred { isWithdrawn[$0] }
        return withExtendedLifetime(all) { isWithdrawn.count { $0 } }
    }

    /// Defers each request that `body` makes, without asking a state.
    ///
    /// This is for a machine that is restored with ``init(initial:resumingIn:)`` and had deferred requests when it was
    /// saved: make them again, in the order of ``deferredRequests``.
    ///
    /// - Precondition: The context is active, and no request is being handled.
    public final func deferRequests(madeBy body: () -> Void) {
        guard phase == .ready || phase == .observed else {
            fatalError("Requests can be deferred from outside only while a context is active and at rest.")
        }
        phase = .deferring
        body()
        rest()
    }
}
