import StatePattern
import Testing

/// What a programmer's error prints before it traps.
private func message(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

@Suite struct Traps {
    /// A machine that asks for `step` so many times, in a row or from each other.
    private static func counter(from times: Int) -> FlatMachine {
        let machine = FlatMachine("A")
        machine.activate()
        machine.on("step", in: "A", .handled)
        machine.on("start", in: "A") { machine in
            for _ in 0..<times { machine.request("step") }
            return .handled
        }
        return machine
    }

    @Test func `Rule 11: ten thousand follow-ups of one request are allowed, again and again`() {
        let machine = Self.counter(from: 10_000)
        for _ in 1...2 { #expect(machine.request("start") == .handled) }
    }

    @Test func `Rule 11: one follow-up more traps and names the request`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.counter(from: 10_001).request("start")
        }
        #expect(message(of: result).contains("More than 10000 follow-ups of one request; the last one was step."))
    }

    /// Pitfall: endless follow-ups hang the caller.
    @Test func `Rule 11: a request that keeps asking for itself traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tree = TreeMachine.family()
            tree.on("again", in: "A") { machine in
                machine.request("again")
                return .go("A1")
            }
            tree.request("again")
        }
        #expect(message(of: result).contains("the last one was again."))
    }

    @Test func `Rule 11: hooks that activate and deactivate for ever trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = FlatMachine("A")
            machine.when("enter A") { $0.deactivate() }
            machine.when("exit A") { $0.activate() }
            machine.activate()
        }
        #expect(message(of: result).contains("activate()."))
    }

    @Test func `Rule 11: requests that are recalled and deferred for ever trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = FlatMachine("A")
            machine.activate()
            machine.on("later", in: "A", .deferred)
            machine.on("again", in: "A", .go("A"))
            machine.when("enter A") { $0.request("again") }
            machine.request("later")
            machine.request("again")
        }
        #expect(message(of: result).contains("More than 10000 follow-ups"))
    }

    /// A machine that allows three follow-ups and asks for some more whenever it enters A.
    private final class Limited: FlatMachine {
        override class var followUpLimit: Int { 3 }

        convenience init(followUps: Int) {
            self.init("A")
            when("enter A") { for _ in 0..<followUps { $0.request("step") } }
        }
    }

    @Test func `Rule 11: an activation at rest is no follow-up of itself`() {
        let machine = Limited(followUps: 3)
        machine.activate()
        #expect(machine.journal.count == 4)
    }

    @Test func `Rule 11: requests that are recalled count as well`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = Limited(followUps: 0)
            machine.on("later", in: "A", .deferred)
            machine.on("again", in: "A", .go("A"))
            for _ in 1...4 { machine.request("later") }
            machine.request("again")
        }
        #expect(message(of: result).contains("More than 3 follow-ups of one request; the last one was later."))
    }

    @Test func `Rule 11: a subclass sets the limit`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Limited(followUps: 4).activate()
        }
        #expect(message(of: result).contains("More than 3 follow-ups of one request; the last one was step."))
    }

    @Test func `A context that is not the Owner of its states traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Context(initial: Turnstile.Locked() as Turnstile.State)
        }
        #expect(message(of: result).contains("A context must be the Owner of its states."))
    }

    @Test func `Rule 3: an initial substate outside its state traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tree = TreeMachine.family()
            tree.setInitialSubstate(of: "B", to: "A1")
            tree.on("go", in: "A", .go("B"))
            tree.request("go")
        }
        #expect(message(of: result).contains("An initial substate must lie inside its state."))
    }

    @Test func `Rule 3: a superstate as the initial substate traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tree = TreeMachine.family()
            tree.setInitialSubstate(of: "B1", to: "B")
            tree.on("go", in: "A", .go("B1"))
            tree.request("go")
        }
        #expect(message(of: result).contains("An initial substate must lie inside its state."))
    }

    @Test func `Rule 3: a state that is its own initial substate traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tree = TreeMachine("A", initial: "A")
            tree.setInitialSubstate(of: "A", to: "A")
            tree.activate()
        }
        #expect(message(of: result).contains("An initial substate must lie inside its state."))
    }

    @Test func `Superstates without end trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Endless().activate()
        }
        #expect(message(of: result).contains("The superstates of a state must come to an end."))
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
