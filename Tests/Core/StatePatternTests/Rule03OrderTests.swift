import StatePattern
import Testing

@Suite struct OrderOfHooks {
    @Test(arguments: Shape.allCases)
    func `Rule 2: the handling method runs to its end before the first exit hook`(shape: Shape) {
        let machine = shape.machine
        machine.on("go", in: "A") { machine in
            machine.note("effect begins")
            defer { machine.note("effect ends") }
            return .go("B")
        }
        #expect(machine.journal(of: "go") == ["effect begins", "effect ends", "exit A", "enter B"])
    }

    /// Pitfall: a self-transition that a superstate answers takes the leaf instead of the handling state.
    @Test(arguments: [
        ("A11", "A12", ["exit A11", "enter A12"]),
        ("A11", "A21", ["exit A11", "exit A1", "enter A2", "enter A21"]),
        ("A11", "B", ["exit A11", "exit A1", "exit A", "enter B"]),
        ("A11", "B11", ["exit A11", "exit A1", "exit A", "enter B", "enter B1", "enter B11"]),
        ("A1", "A21", ["exit A11", "exit A1", "enter A2", "enter A21"]),
        ("A", "B1", ["exit A11", "exit A1", "exit A", "enter B", "enter B1"]),
        // Kin: to itself, to an ancestor, and to a descendant.
        ("A1", "A1", ["exit A11", "exit A1", "enter A1"]), ("A", "A", ["exit A11", "exit A1", "exit A", "enter A"]),
        ("A11", "A1", ["exit A11"]), ("A11", "A", ["exit A11", "exit A1"]), ("A1", "A", ["exit A11", "exit A1"]),
        ("A", "A1", ["exit A11", "exit A1", "enter A1"]),
        ("A", "A21", ["exit A11", "exit A1", "enter A2", "enter A21"]), ("A1", "A12", ["exit A11", "enter A12"]),
    ])
    func `Rules 3 and 4: exits run up to the least common ancestor of handler and target, entries down again`(
        handler: String, target: String, journal: [String]
    ) {
        let tree = TreeMachine.family([handler: ["go": .go(target)]])
        #expect(tree.request("go") == .transitioned)
        #expect(tree.journal == journal)
        #expect(tree.current == target)
    }

    @Test(arguments: [["B": "B1", "B1": "B11"], ["B": "B11"]])
    func `Rule 3: entries continue to the initial substate, any proper descendant, and to that one's`(
        initial: [String: String]
    ) {
        let tree = TreeMachine.family(["A11": ["go": .go("B")]], initial: initial)
        #expect(tree.journal(of: "go") == ["exit A11", "exit A1", "exit A", "enter B", "enter B1", "enter B11"])
        #expect(tree.current == "B11")
    }

    @Test func `Rule 3: the initial substate is asked for once, after its state's entry hook`() {
        let tree = TreeMachine.family(["A11": ["go": .go("B")]])
        tree.when("enter B") { machine in
            let tree = machine as! TreeMachine
            #expect(tree.states["B"]!.timesAsked == 0)
            tree.setInitialSubstate(of: "B", to: "B11")
        }
        tree.request("go")
        #expect(tree.current == "B11")
        #expect(tree.states["B"]!.timesAsked == 1)
        #expect(tree.states["B1"]!.timesAsked == 0, "It was on the way to the target and not the target.")
        #expect(tree.states["B11"]!.timesAsked == 1)
    }

    /// Pitfall: an inherited self-transition takes another state than the one that answers.
    @Test(arguments: Shape.allCases)
    func `Rule 4: a transition to the handling state itself exits and re-enters it`(shape: Shape) {
        let machine = shape.machine(["A": ["again": .go("A")]])
        #expect(machine.request("again") == .transitioned)
        #expect(machine.journal == ["exit A", "enter A"])
        #expect(machine.current == "A")
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
