import StatePattern
import Testing

/// **Regions**: while a keyboard is plugged in, its two locks are on or off independently of each other.
///
/// A state owns a context for each region and hands requests on to them: a machine inside a machine. Entering the
/// state activates them and leaving it deactivates them.
private final class Keyboard: Context<Keyboard.State> {
    init() { super.init(initial: Unplugged()) }

    @discardableResult func plugIn() -> Outcome { delegate { $0.plugIn($1) } }
    @discardableResult func unplug() -> Outcome { delegate { $0.unplug($1) } }
    @discardableResult func capsLock() -> Outcome { delegate { $0.capsLock($1) } }
    @discardableResult func numLock() -> Outcome { delegate { $0.numLock($1) } }
}

extension Keyboard {
    class State: ContextState {
        func didEnter(_ keyboard: Keyboard) {}
        func willExit(_ keyboard: Keyboard) {}
        func plugIn(_ keyboard: Keyboard) -> Reaction<State> { .unhandled }
        func unplug(_ keyboard: Keyboard) -> Reaction<State> { .unhandled }
        func capsLock(_ keyboard: Keyboard) -> Reaction<State> { .unhandled }
        func numLock(_ keyboard: Keyboard) -> Reaction<State> { .unhandled }
    }

    fileprivate final class Unplugged: State {
        override func plugIn(_ keyboard: Keyboard) -> Reaction<State> { .transition(to: PluggedIn()) }
    }

    fileprivate final class PluggedIn: State {
        let caps = Lock()
        let num = Lock()

        override func didEnter(_ keyboard: Keyboard) {
            caps.activate()
            num.activate()
        }

        override func willExit(_ keyboard: Keyboard) {
            num.deactivate()
            caps.deactivate()
        }

        override func unplug(_ keyboard: Keyboard) -> Reaction<State> { .transition(to: Unplugged()) }
        override func capsLock(_ keyboard: Keyboard) -> Reaction<State> { handOn(caps.press()) }
        override func numLock(_ keyboard: Keyboard) -> Reaction<State> { handOn(num.press()) }

        /// For the keyboard a request is handled when the region has done something with it.
        private func handOn(_ outcome: Outcome) -> Reaction<State> { outcome == .unhandled ? .unhandled : .handled }
    }
}

/// The machine of one region.
private final class Lock: Context<Lock.State> {
    init() { super.init(initial: Off()) }

    func press() -> Outcome { delegate { $0.press($1) } }
}

extension Lock {
    class State: ContextState {
        func didEnter(_ lock: Lock) {}
        func willExit(_ lock: Lock) {}
        func press(_ lock: Lock) -> Reaction<State> { .unhandled }
    }

    fileprivate final class Off: State {
        override func press(_ lock: Lock) -> Reaction<State> { .transition(to: On()) }
    }

    fileprivate final class On: State {
        override func press(_ lock: Lock) -> Reaction<State> { .transition(to: Off()) }
    }
}

@Suite struct RegionsRecipe {
    @Test func `Regions: a state hands requests on to machines of its own`() throws {
        let keyboard = Keyboard()
        #expect(keyboard.capsLock() == .unhandled)
        keyboard.plugIn()
        let pluggedIn = try #require(keyboard.state as? Keyboard.PluggedIn)
        #expect(keyboard.capsLock() == .handled)
        #expect([pluggedIn.caps.state.name, pluggedIn.num.state.name] == ["On", "Off"])
        #expect(keyboard.numLock() == .handled)
        #expect(keyboard.capsLock() == .handled)
        #expect([pluggedIn.caps.state.name, pluggedIn.num.state.name] == ["Off", "On"])
    }

    @Test func `Regions: leaving the state ends what its machines do`() throws {
        let keyboard = Keyboard()
        keyboard.plugIn()
        let pluggedIn = try #require(keyboard.state as? Keyboard.PluggedIn)
        keyboard.numLock()
        keyboard.unplug()
        #expect(pluggedIn.num.state.name == "Off")
        #expect(pluggedIn.num.press() == .unhandled)
    }
}
