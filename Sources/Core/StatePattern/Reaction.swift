/// A state's answer to a request.
///
/// A state never changes the context itself; it says what should happen, and the context carries it out. So nothing
/// runs in a state that is no longer current, and an answer can be tested without making a request. Call the state's
/// method with a context, which stays as it is.
/// In a test: `#expect(turnstile.locked.insertCoin(turnstile) == .transition(to: turnstile.unlocked))`.
@frozen public enum Reaction<S: AnyObject> {
    /// Make a transition to a state. The answering state may name itself; it is then exited and entered again.
    case transition(to: S)
    /// The request is done. The current state stays, and no hook is called.
    case handled
    /// The state does not handle the request: the superstate is asked next. Without a superstate, it is unhandled.
    case unhandled
    /// The request must wait: it is tried again after the next transition.
    case deferred
    /// The request fails, and the superstates are not asked.
    case refused
    /// The request fails for a reason, and the superstates are not asked; see
    /// ``Context/refuse(because:)-(RefusalReason)``.
    case refusedBecause(RefusalReason)
}

extension Reaction: Equatable {
    /// Returns true if both reactions are the same. Targets of transitions must be the same object, and reasons of
    /// refusals the same text.
    public static func == (left: Reaction, right: Reaction) -> Bool {
        switch (left, right) {
        case (.transition(let target), .transition(let other)): target === other
        case (.handled, .handled), (.deferred, .deferred), (.unhandled, .unhandled), (.refused, .refused): true
        #if !hasFeature(Embedded)
        case (.refusedBecause(let reason), .refusedBecause(let other)): "\(reason)" == "\(other)"
        #endif
        default: false
        }
    }
}

#if hasFeature(Embedded)
/// The type of a reason for a refusal. `Never`, because Embedded Swift has no `any Error`.
public typealias RefusalReason = Never
#else
/// The type of a reason for a refusal: any error.
public typealias RefusalReason = any Error

/// A refusal's reason that is printed as a sentence.
struct Sentence: Error, CustomStringConvertible {
    let description: String
}

extension Context {
    /// Refuses a request with a sentence as the reason.
    ///
    /// Return it from a state's method, for instance where a guard fails. The superstates are not asked, the caller gets
    /// ``Outcome/refused``, and request observers get the reason, too:
    ///
    /// ```swift
    /// import StatePattern
    ///
    /// final class Letter: Context<Letter.State> {
    ///     class State: ContextState {
    ///         func didEnter(_ letter: Letter) {}
    ///         func willExit(_ letter: Letter) {}
    ///         func send(_ letter: Letter) -> Reaction { .unhandled }
    ///     }
    ///
    ///     final class Draft: State {
    ///         override func send(_ letter: Letter) -> Reaction {
    ///             guard !letter.text.isEmpty else { return letter.refuse(because: "no text") }
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
    ///     func send() { delegate(State.send) }
    /// }
    ///
    /// let letter = Letter()
    /// letter.activate()
    /// letter.observeRequests { print($0) }
    /// letter.send()  // Prints "send(): refused in Draft, no text"
    /// print(letter.state.send(letter) == letter.refuse(because: "no text"))  // Prints "true"
    /// ```
    ///
    /// - Parameter sentence: The reason, for request observers: an error that is printed as this sentence.
    /// - Returns: ``Reaction/refusedBecause(_:)``.
    public func refuse(because sentence: String) -> Reaction { .refusedBecause(Sentence(description: sentence)) }

    /// Refuses a request with an error, so that request observers can tell refusals apart. The superstates are not
    /// asked.
    ///
    /// - Parameter reason: The reason, for request observers.
    /// - Returns: ``Reaction/refusedBecause(_:)``.
    public func refuse(because reason: RefusalReason) -> Reaction { .refusedBecause(reason) }
}
#endif
