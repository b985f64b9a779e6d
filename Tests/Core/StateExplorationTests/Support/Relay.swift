import StatePattern

/// A machine that makes requests of others: in each hook and method it performs what was set up for it.
final class Relay: Context<Relay.State> {
    struct Stuck: Error, CustomStringConvertible { let description = "it is stuck" }

    class State: ContextState {
        func didEnter(_ relay: Relay) { relay.perform("enter \(name)") }
        func willExit(_ relay: Relay) { relay.perform("exit \(name)") }
        func press(_ relay: Relay) -> Reaction { .unhandled }
        func wait(_ relay: Relay) -> Reaction { .unhandled }

        func look(_ relay: Relay) -> Reaction {
            relay.perform("look")
            return .handled
        }
    }

    final class Off: State {
        override func press(_ relay: Relay) -> Reaction { .transition(to: On()) }
        override func wait(_ relay: Relay) -> Reaction { .deferred }
    }

    final class On: State {
        override func press(_ relay: Relay) -> Reaction { relay.refuse(because: Stuck()) }
        override func wait(_ relay: Relay) -> Reaction { .handled }
    }

    private var actions: [String: (Relay) -> Void] = [:]

    init() { super.init(initial: Off()) }

    /// Performs an action at each `enter On`, `exit Off`, `look` and the like.
    func on(_ occasion: String, _ action: @escaping (Relay) -> Void) { actions[occasion] = action }
    private func perform(_ occasion: String) { actions[occasion]?(self) }

    @discardableResult func press() -> Outcome { delegate(State.press) }
    @discardableResult func wait() -> Outcome { delegate(State.wait) }
    @discardableResult func look() -> Outcome { delegate(State.look) }
}
