import StatePattern
import Testing

/// Mistakes known from other state machine libraries, which must not happen here. Those that one rule rules out are
/// named at that rule's test.
@Suite struct Pitfalls {
    @Test func `Pitfall: several handlers of one request, picked in another order in every run`() {
        let journals = (0..<50).map { _ in
            let targets = ["A11": "A21", "A1": "B", "A": "B1", "A21": "B11", "A2": "A11", "B11": "A", "B1": "A1"]
            let tree = TreeMachine.family(targets.mapValues { ["go": .go($0)] })
            for _ in 1...8 { tree.request("go") }
            return tree.journal
        }
        #expect(Set(journals).count == 1)
        #expect(journals[0].prefix(4) == ["exit A11", "exit A1", "enter A2", "enter A21"])
    }

    @Test func `Pitfall: an inherited self-transition, taken by another state than the one that answers`() {
        let stove = Stove()
        for state in [stove.cold, stove.hot] {
            stove.delegate { _, _ in .transition(to: state) }
            stove.journal = []
            stove.delegate { $0.refresh($1) }
            #expect(stove.journal == ["exit \(state.name)", "enter \(state.name)"])
        }
    }

    @Test func `Pitfall: a deferred request, lost or doubled when a composite is re-entered`() {
        let tree = TreeMachine.family(
            ["A11": ["later": .deferred, "next": .go("A12")], "A1": ["reset": .go("A1")]], initial: ["A1": "A11"])
        tree.listen(for: "later", in: "A12")
        #expect(tree.request("later") == .deferred)
        tree.request("reset")
        #expect(!tree.journal.contains("later"), "It is deferred again in A11.")
        tree.request(each: "next", "reset", "next")
        #expect(tree.journal.count { $0 == "later" } == 1)
    }

    @Test func `Pitfall: an initial state's entry hook that never runs, or runs before the context is complete`() {
        let stove = Stove()
        #expect(stove.journal.isEmpty)
        stove.activate()
        #expect(stove.journal == ["enter Cold"])
        #expect(stove.fuelSeen == "gas")
    }
}

/// A machine with an initializer that has more to do when its base class is ready.
private final class Stove: Context<Stove.State> {
    let cold = Cold() as State
    let hot = Hot() as State
    var journal: [String] = []
    var fuel: String?
    var fuelSeen: String?

    init() {
        super.init(initial: cold)
        fuel = "gas"
    }

    class State: ContextState {
        func didEnter(_ stove: Stove) {
            stove.fuelSeen = stove.fuel
            stove.journal.append("enter \(name)")
        }

        func willExit(_ stove: Stove) { stove.journal.append("exit \(name)") }
        func refresh(_ stove: Stove) -> Reaction<State> { .transition(to: self) }
    }

    final class Hot: State {}
    final class Cold: State {}
}
