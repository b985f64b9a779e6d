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
}
