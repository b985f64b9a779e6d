import StatePattern
import Testing

/// Mistakes known from other state machine libraries, which must not happen here. Those that one rule rules out are
/// named at that rule's test.
@Suite struct Pitfalls {
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
