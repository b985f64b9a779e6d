import StatePattern
import Testing

/// A programmer's error traps, with the rule as the message.
@Suite struct Traps {
    @Test func `A context that is not the Owner of its states traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Context(initial: Turnstile.Locked() as Turnstile.State)
        }
        #expect(result?.errors.contains("A context must be the Owner of its states.") == true)
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
