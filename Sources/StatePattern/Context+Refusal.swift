// Errors of any type do not exist in Embedded Swift. There, a state answers `.refused` and leaves no reason.
#if !hasFeature(Embedded)
extension Context {
    /// Refuses the request that is being handled, for good and with a reason.
    ///
    /// Return it from a state's method, for instance where a guard fails. The superstates are not asked, and the caller
    /// gets ``Outcome/refused`` and finds the reason in ``lastRefusal``:
    ///
    /// ```swift
    /// override func submit(_ document: Document) -> Reaction<State> {
    ///     guard !document.text.isEmpty else { return document.refuse(because: SubmitError.isEmpty) }
    ///     return .transition(to: document.inReview)
    /// }
    /// ```
    ///
    /// - Parameter reason: The reason, for the caller and for those who observe requests.
    /// - Returns: ``Reaction/refused``.
    public final func refuse(because reason: any Error) -> Reaction<S> {
        madeExtras.pointee.reason = reason
        return .refused
    }

    /// The reason of the latest refusal; `nil` when none was given.
    ///
    /// Read it when a request's outcome is ``Outcome/refused``; it stays until the next refusal. Follow-ups and recalled
    /// requests leave it as it is, so it belongs to the call that returned: for theirs, see ``RequestRecord/refusal``.
    public final var lastRefusal: (any Error)? { extras?.pointee.lastRefusal }
}
#endif
