// Errors of any type do not exist in Embedded Swift. There, a state answers `.refused` and leaves no reason.
#if hasFeature(Embedded)
extension Context { public typealias Reason = Never }
#else
extension Context {
    /// The type of a reason for a refusal: any error.
    public typealias Reason = any Error

    /// Refuses the request that is being handled, for good and with a reason.
    ///
    /// Return it from a state's method, for instance where a guard fails. The superstates are not asked, and the caller
    /// gets ``Outcome/refused`` and finds the reason in ``lastRefusal``:
    ///
    /// ```swift
    /// import StatePattern
    ///
    /// final class Letter: Context<Letter.State> {
    ///     struct HasNoText: Error {}
    ///
    ///     class State: ContextState {
    ///         func didEnter(_ letter: Letter) {}
    ///         func willExit(_ letter: Letter) {}
    ///         func send(_ letter: Letter) -> Reaction<State> { .unhandled }
    ///     }
    ///
    ///     final class Draft: State {
    ///         override func send(_ letter: Letter) -> Reaction<State> {
    ///             guard !letter.text.isEmpty else { return letter.refuse(because: HasNoText()) }
    ///             return .transition(to: Sent())
    ///         }
    ///     }
    ///
    ///     final class Sent: State {}
    ///
    ///     var text = ""
    ///
    ///     init() { super.init(initial: Draft()) }
    ///
    ///     func send() throws {
    ///         if delegate(to: { $0.send($1) }) == .refused, let reason = lastRefusal { throw reason }
    ///     }
    /// }
    ///
    /// do { try Letter().send() } catch { print(error) }  // Prints "HasNoText()"
    /// ```
    ///
    /// - Parameter reason: The reason, for the caller and for those who observe requests.
    /// - Returns: ``Reaction/refused``.
    public final func refuse(because reason: Reason) -> Reaction<S> {
        madeExtras.pointee.reason = reason
        return .refused
    }

    /// The reason of the latest refusal; `nil` when none was given.
    ///
    /// Read it when a request's outcome is ``Outcome/refused``; it stays until the next refusal. Follow-ups and recalled
    /// requests leave it as it is, so it belongs to the call that returned: for theirs, see ``RequestRecord/refusal``.
    public final var lastRefusal: Reason? { extras?.pointee.lastRefusal }
}
#endif
