import StatePattern
import Testing

#if DEBUG
private let isDebugBuild = true
#else
private let isDebugBuild = false
#endif

/// A programmer's error traps, with the rule as the message.
@Suite struct Traps {
    @Test func `A context that is not the Owner of its states traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Context(initial: Turnstile.Locked() as Turnstile.State)
        }
        #expect(result?.errors.contains("A context must be the Owner of its states.") == true)
        #expect(
            result?.errors.contains(
                """
                StatePattern.Context<StatePatternTests.Turnstile.State> is no StatePatternTests.Turnstile, which is the \
                Owner of StatePatternTests.Turnstile.State.
                """) == true)
    }

    @Test func `Rule 3: an initial substate outside its state traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tree = TreeMachine.family()
            tree.setInitialSubstate(of: "B", to: "A1")
            tree.on("go", in: "A", .go("B"))
            tree.request("go")
        }
        #expect(
            result?.errors.contains(
                "An initial substate must lie inside its state: that object, not another of its class.") == true)
    }

    @Test func `Rule 3: a superstate as the initial substate traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tree = TreeMachine.family()
            tree.setInitialSubstate(of: "B1", to: "B")
            tree.on("go", in: "A", .go("B1"))
            tree.request("go")
        }
        #expect(
            result?.errors.contains(
                "An initial substate must lie inside its state: that object, not another of its class.") == true)
    }

    @Test func `Rule 3: a state that is its own initial substate traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tree = TreeMachine("A", initial: "A")
            tree.setInitialSubstate(of: "A", to: "A")
            tree.activate()
        }
        #expect(
            result?.errors.contains(
                "An initial substate must lie inside its state: that object, not another of its class.") == true)
    }

    @Test func `Superstates without end trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Endless().activate()
        }
        #expect(result?.errors.contains("The superstates of a state must come to an end.") == true)
    }

    @Test func `Initial substates without end trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Nested().activate()
        }
        #expect(result?.errors.contains("The initial substates of a state must come to an end.") == true)
    }

    /// The three ways to get an initial substate wrong, each with the states that it is about.
    @Test func `Rule 3: the trap tells what is wrong with an initial substate`() async {
        let outside = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Lift { _, lift in lift.moving }.activate()
        }
        #expect(outside?.errors.contains("The one of Top of Lift, Moving of Lift, lies elsewhere") == true)
        let itself = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Lift { top, _ in top }.activate()
        }
        #expect(itself?.errors.contains("The one of Top of Lift, Top of Lift, is itself.") == true)
        let anotherTop = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Lift { _, _ in Lift.Moving(in: Lift.Top { _, _ in nil }) }.activate()
        }
        #expect(
            anotherTop?.errors.contains(
                "Moving of Lift, lies elsewhere, if only in another object of that class.") == true)
    }

    @Test func `The trap for superstates without end names them`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Endless().activate()
        }
        #expect(
            result?.errors.contains("These go on: State of Endless in State of Endless in State of Endless") == true)
    }

    @Test(.disabled(if: !isDebugBuild, "An optimised build leaves the check out."))
    func `A state in a tree that belongs to a flat family traps in a debug build`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Flat().enter()
        }
        #expect(
            result?.errors.contains(
                "Either the root class of a family conforms to HierarchicalState, or no state of it: Inner of Flat."
            )
                == true)
    }

    private final class Lift: Context<Lift.State> {
        let moving = Moving(in: nil)

        init(initialSubstate: @escaping (Top, Lift) -> State?) {
            super.init(initial: Top(initialSubstate))
            (state as! Top).lift = self
        }

        class State: HierarchicalState {
            var superstate: State? { nil }
            var initialSubstate: State? { nil }
            func didEnter(_ lift: Lift) {}
            func willExit(_ lift: Lift) {}
        }

        final class Top: State {
            unowned var lift: Lift!
            private let answer: (Top, Lift) -> State?
            init(_ answer: @escaping (Top, Lift) -> State?) { self.answer = answer }
            override var initialSubstate: State? { answer(self, lift) }
        }

        final class Moving: State {
            private let parent: State?
            init(in parent: State?) { self.parent = parent }
            override var superstate: State? { parent }
        }
    }

    private final class Flat: Context<Flat.State> {
        init() { super.init(initial: State()) }

        func enter() { delegate { _, _ in .transition(to: Inner()) } }

        class State: ContextState {
            func didEnter(_ flat: Flat) {}
            func willExit(_ flat: Flat) {}
        }

        final class Inner: State, HierarchicalState {
            var superstate: State? { nil }
            var initialSubstate: State? { nil }
        }
    }

    /// A machine each of whose states makes another one inside itself.
    private final class Nested: Context<Nested.State> {
        init() { super.init(initial: State(in: nil)) }

        final class State: HierarchicalState {
            let superstate: State?
            init(in superstate: State?) { self.superstate = superstate }
            var initialSubstate: State? { State(in: self) }
            func didEnter(_ owner: Nested) {}
            func willExit(_ owner: Nested) {}
        }
    }

    /// A machine whose only state lies in itself.
    private final class Endless: Context<Endless.State> {
        init() { super.init(initial: State()) }

        final class State: HierarchicalState {
            var superstate: State? { self }
            var initialSubstate: State? { nil }
            func didEnter(_ owner: Endless) {}
            func willExit(_ owner: Endless) {}
        }
    }
}
