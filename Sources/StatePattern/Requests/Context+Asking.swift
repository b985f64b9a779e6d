/// Questions to the current state, and to where it lies: they change nothing.
extension Context {
    /// Asks the current leaf a question, then its superstates, until one of them has an answer.
    ///
    /// Declare a question in the root class of the family, as a method that returns `nil`, and override it where there is
    /// an answer. The context has a property for it:
    ///
    /// ```swift
    /// import StatePattern
    ///
    /// final class Lamp: Context<Lamp.State> {
    ///     class State: ContextState {
    ///         func didEnter(_ lamp: Lamp) {}
    ///         func willExit(_ lamp: Lamp) {}
    ///         func canDim(_ lamp: Lamp) -> Bool? { nil }
    ///     }
    ///
    ///     final class On: State {
    ///         override func canDim(_ lamp: Lamp) -> Bool? { true }
    ///     }
    ///
    ///     init() { super.init(initial: On()) }
    ///     var canDim: Bool { ask { $0.canDim($1) } ?? false }
    /// }
    ///
    /// print(Lamp().canDim)  // Prints "true"
    /// ```
    ///
    /// - Parameter question: Calls the state's method. It must make no request whose outcome the answer depends on.
    /// - Returns: The first answer; `nil` when no state has one, and after ``deactivate()``, when requests are unhandled,
    ///   too. A context that is not activated yet asks the initial state.
    public final func ask<Answer>(_ question: (_ state: S, _ owner: S.Owner) -> Answer?) -> Answer? {
        guard isActive || phase == .new else { return nil }
        for state in sequence(first: state, next: { $0._superstate }) {
            if let answer = question(state, owner) { return answer }
        }
        return nil
    }

    /// True if the initial state has been entered, and ``deactivate()`` has not exited everything since.
    public final var isActive: Bool { isEntered }

    /// Returns true if a state is active: the current leaf or one of its superstates, that very object.
    ///
    /// - Complexity: O(*depth*).
    public final func isIn(_ state: S) -> Bool { isActive && ask { asked, _ in asked === state ? true : nil } != nil }
}

extension ContextState where Family: ContextState, Family.Family == Family {
    /// This state and its superstates, outermost first.
    ///
    /// - Complexity: O(*depth*).
    public var ancestry: [Family] {
        guard let state = self as? Family else { fatalError("A state must be an instance of its Family.") }
        return sequence(first: state, next: { $0._superstate }).reversed()
    }

    /// The innermost state of a class that this state lies in, or is itself.
    ///
    /// `player.state.enclosing(Player.Playing.self)` is the state `Playing` while the player is in one of its substates.
    ///
    /// - Complexity: O(*depth*).
    public func enclosing<State: AnyObject>(_ type: State.Type) -> State? { ancestry.last { $0 is State } as? State }
}
