import StatePattern
import Testing

/// Mistakes known from other state machine libraries, which must not happen here. Those that one rule rules out are
/// named at that rule's test.
@Suite struct Pitfalls {
    @Test func `Pitfall: several handlers of one request, picked in another order in every run`() {
        let journals = (0..<50).map { _ in
            let tree = TreeMachine.family()
            let targets = ["A11": "A21", "A1": "B", "A": "B1", "A21": "B11", "A2": "A11", "B11": "A", "B1": "A1"]
            for (state, target) in targets { tree.on("go", in: state, .go(target)) }
            for _ in 1...8 { tree.request("go") }
            return tree.journal
        }
        #expect(Set(journals).count == 1)
        #expect(journals[0].prefix(4) == ["exit A11", "exit A1", "enter A2", "enter A21"])
    }

    @Test func `Pitfall: an inherited self-transition, taken by another state than the one that answers`() {
        let stove = Stove()
        stove.activate()
        stove.delegate { $0.refresh($1) }
        #expect(stove.journal == ["enter Cold", "exit Cold", "enter Cold"])
        stove.delegate { .transition(to: $1.hot) }
        stove.journal = []
        stove.delegate { $0.refresh($1) }
        #expect(stove.journal == ["exit Hot", "enter Hot"])
    }

    @Test func `Pitfall: a deferred request, lost or doubled when a composite is re-entered`() {
        let tree = TreeMachine.family()
        tree.setInitialSubstate(of: "A1", to: "A11")
        tree.on("later", in: "A11", .deferred)
        tree.on("reset", in: "A1", .go("A1"))
        tree.on("next", in: "A11", .go("A12"))
        tree.listen(for: "later", in: "A12")
        #expect(tree.request("later") == .deferred)
        tree.request("reset")
        #expect(!tree.journal.contains("later"), "It is deferred again in A11.")
        tree.request("next")
        tree.request("reset")
        tree.request("next")
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

/// A machine whose initialiser has more to do when its base class is ready.
private final class Stove: Context<Stove.State> {
    let hot = Hot()
    var journal: [String] = []
    var fuel: String?
    var fuelSeen: String?

    init() {
        super.init(initial: Cold())
        fuel = "gas"
    }
}

extension Stove {
    class State: ContextState {
        func didEnter(_ stove: Stove) {
            stove.fuelSeen = stove.fuel
            stove.journal.append("enter \(name)")
        }

        func willExit(_ stove: Stove) { stove.journal.append("exit \(name)") }
        func refresh(_ stove: Stove) -> Reaction<State> { .transition(to: self) }
    }

    fileprivate final class Hot: State {}
    fileprivate final class Cold: State {}
}
