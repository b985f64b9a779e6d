import StatePattern
import Testing

/// **An effect in UML's place**, between the exits and the entries.
///
/// The handling method runs before the first exit (rule 2). So the handler stores the action, and the root class of the
/// family runs it at the start of `didEnter`, that is, in the first state that is entered. If the transition enters no
/// state, the handler runs the action itself.
private final class Lift: Context<Lift.State> {
    var journal: [String] = []
    fileprivate var effect: ((Lift) -> Void)?

    init() { super.init(initial: Idle(in: InService())) }

    func call(to floor: Int) { delegate(floor) { $0.call($1, to: $2) } }
    func pause() { delegate { $0.pause($1) } }

    fileprivate func runEffect() {
        // Taken first, so that it runs once, in the first of several states that are entered.
        guard let effect else { return }
        self.effect = nil
        effect(self)
    }
}

extension Lift {
    class State: HierarchicalState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }

        // Subclasses that have something to do themselves call `super` first.
        func didEnter(_ lift: Lift) {
            lift.runEffect()
            lift.journal.append("enter \(name)")
        }

        func willExit(_ lift: Lift) { lift.journal.append("exit \(name)") }
        func call(_ lift: Lift, to floor: Int) -> Reaction<State> { .unhandled }
        func pause(_ lift: Lift) -> Reaction<State> { .unhandled }
    }

    fileprivate final class InService: State {}

    fileprivate final class Idle: State {
        let inService: InService
        init(in inService: InService) { self.inService = inService }
        override var superstate: State? { inService }

        override func call(_ lift: Lift, to floor: Int) -> Reaction<State> {
            lift.effect = { $0.journal.append("close the doors for floor \(floor)") }
            return .transition(to: Moving(in: Busy(in: inService)))
        }

        override func pause(_ lift: Lift) -> Reaction<State> {
            lift.journal.append("pause")  // On the way to a superstate nothing is entered.
            return .transition(to: inService)
        }
    }

    fileprivate final class Busy: State {
        let inService: InService
        init(in inService: InService) { self.inService = inService }
        override var superstate: State? { inService }
    }

    fileprivate final class Moving: State {
        let busy: Busy
        init(in busy: Busy) { self.busy = busy }
        override var superstate: State? { busy }
    }
}

@Suite struct EffectBetweenHooksRecipe {
    @Test func `Effect: what the handler has put by runs once, between the exits and the entries`() {
        let lift = Lift()
        lift.activate()
        lift.journal = []
        lift.call(to: 3)
        #expect(lift.journal == ["exit Idle", "close the doors for floor 3", "enter Busy", "enter Moving"])
    }

    @Test func `Effect: where nothing is entered the handler runs it itself`() {
        let lift = Lift()
        lift.activate()
        lift.journal = []
        lift.pause()
        #expect(lift.journal == ["pause", "exit Idle"])
    }
}
