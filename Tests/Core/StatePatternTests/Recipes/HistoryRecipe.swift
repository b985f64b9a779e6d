import StatePattern
import Testing

/// **History**: a washing machine goes on where it was when its door was opened.
///
/// The composite remembers *which* substate was last, here what makes it, and answers it as its initial substate. It
/// does not keep the substate itself, which would hold it in turn.
private final class WashingMachine: Context<WashingMachine.State> {
    let running = Running()

    init() { super.init(initial: running) }

    func phaseOver() { delegate { $0.phaseOver($1) } }
    func openDoor() { delegate { $0.openDoor($1) } }
    func closeDoor() { delegate { $0.closeDoor($1) } }
}

extension WashingMachine {
    class State: HierarchicalState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ machine: WashingMachine) {}
        func willExit(_ machine: WashingMachine) {}
        func phaseOver(_ machine: WashingMachine) -> Reaction<State> { .unhandled }
        func openDoor(_ machine: WashingMachine) -> Reaction<State> { .unhandled }
        func closeDoor(_ machine: WashingMachine) -> Reaction<State> { .unhandled }
    }

    fileprivate final class Running: State {
        private var makeLast: (Running) -> Phase = { Rinsing($0) }

        override var initialSubstate: State? { makeLast(self) }

        override func willExit(_ machine: WashingMachine) {
            makeLast = machine.state is Spinning ? { Spinning($0) } : { Rinsing($0) }
        }

        override func openDoor(_ machine: WashingMachine) -> Reaction<State> { .transition(to: Interrupted()) }
    }

    fileprivate class Phase: State {
        let running: Running
        init(_ running: Running) { self.running = running }
        override var superstate: State? { running }
    }

    fileprivate final class Rinsing: Phase {
        override func phaseOver(_ machine: WashingMachine) -> Reaction<State> { .transition(to: Spinning(running)) }
    }

    fileprivate final class Spinning: Phase {}

    fileprivate final class Interrupted: State {
        override func closeDoor(_ machine: WashingMachine) -> Reaction<State> { .transition(to: machine.running) }
    }
}

@Suite struct HistoryRecipe {
    @Test func `History: a composite goes on in the substate that was last`() {
        let machine = WashingMachine()
        machine.activate()
        #expect(machine.state.path == "Running/Rinsing")
        machine.phaseOver()
        machine.openDoor()
        #expect(machine.state.path == "Interrupted")
        machine.closeDoor()
        #expect(machine.state.path == "Running/Spinning")
    }

    @Test func `History: what is remembered keeps nothing alive`() {
        var machine: WashingMachine? = WashingMachine()
        machine?.phaseOver()
        machine?.openDoor()
        weak let weakly = machine
        weak let running = machine?.running
        machine = nil
        #expect(weakly == nil)
        #expect(running == nil)
    }
}
