import StatePattern
import Testing

@Suite struct SelfAndKin {
    /// Pitfall: an inherited self-transition takes another state than the one that answers.
    @Test(arguments: Shape.allCases)
    func `Rule 4: a transition to the handling state itself exits and re-enters it`(shape: Shape) {
        let machine = shape.machine(["A": ["again": .go("A")]])
        #expect(machine.request("again") == .transitioned)
        #expect(machine.journal == ["exit A", "enter A"])
        #expect(machine.current == "A")
    }

    /// Pitfall: a self-transition that a superstate answers takes the leaf instead of the handling state.
    @Test func `Rule 4: a superstate that goes to itself is exited and re-entered with what lies in it`() {
        let tree = TreeMachine.family(["A1": ["again": .go("A1")], "A": ["all": .go("A")]], initial: ["A1": "A12"])
        #expect(tree.journal(of: "again") == ["exit A11", "exit A1", "enter A1", "enter A12"])
        #expect(tree.journal(of: "all") == ["exit A12", "exit A1", "exit A", "enter A"])
        #expect(tree.current == "A")
    }

    @Test(arguments: [
        ("A11", "A1", ["exit A11"]), ("A11", "A", ["exit A11", "exit A1"]), ("A1", "A", ["exit A11", "exit A1"]),
        ("A", "A1", ["exit A11", "exit A1", "enter A1"]),
        ("A", "A11", ["exit A11", "exit A1", "enter A1", "enter A11"]),
        ("A", "A2", ["exit A11", "exit A1", "enter A2"]),
        ("A1", "A11", ["exit A11", "enter A11"]),
        ("A1", "A12", ["exit A11", "enter A12"]),
    ])
    func `Rule 4: a transition to an ancestor leaves that, and one to a descendant the handling state, un-exited`(
        handler: String, target: String, journal: [String]
    ) {
        let tree = TreeMachine.family([handler: ["go": .go(target)]])
        #expect(tree.request("go") == .transitioned)
        #expect(tree.journal == journal)
        #expect(tree.current == target)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 4: a handled request runs no hook and tells no observer`(shape: Shape) {
        let machine = shape.machine(["A": ["stay": .handled]])
        machine.watch()
        #expect(machine.request("stay") == .handled)
        #expect(machine.journal.isEmpty)
    }

    @Test func `Rule 4: kinship is identity, so another superstate of the same class is entered anew`() {
        let walk = TreeWalk()
        let room = TreeWalk.Step("room")
        walk.go(to: .init("desk", in: room))
        walk.journal = []
        walk.go(to: .init("window", in: room))
        #expect(walk.journal == ["exit desk", "enter window"])
        walk.journal = []
        walk.go(to: .init("window", in: .init("room")))
        #expect(walk.journal == ["exit window", "exit room", "enter room", "enter window"])
    }
}
