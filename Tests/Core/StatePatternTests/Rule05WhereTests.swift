import StatePattern
import Testing

@Suite struct `Where a machine is` {
    @Test func `Rule 5: a context is in its leaf and the superstates of it, and in no other object of their classes`() {
        let tree = TreeMachine.family()
        for name in ["A11", "A1", "A"] { #expect(tree.isIn(tree.states[name]!)) }
        for name in ["A12", "A2", "B", "B11"] { #expect(!tree.isIn(tree.states[name]!)) }
        let turnstile = Turnstile()
        turnstile.activate()
        #expect(turnstile.isIn(turnstile.locked))
        #expect(!turnstile.isIn(Turnstile.Locked()))
    }

    @Test(arguments: Shape.allCases)
    func `Rule 5: before activation and after deactivation a context is in no state`(shape: Shape) {
        let machine = shape.newMachine
        #expect(!machine.isActive)
        #expect(machine.isInCurrent == false)
        machine.activate()
        #expect(machine.isActive)
        #expect(machine.isInCurrent)
        machine.deactivate()
        #expect(!machine.isActive)
        #expect(machine.isInCurrent == false)
    }

    // MARK: Asking

    @Test func `Rule 5: a question is asked of the leaf, then of its superstates, and activates nothing`() {
        let tree = TreeMachine("A/A1/A11", "B")
        let answer = { [unowned tree] (states: Set<String>) in
            tree.ask { state, _ in states.contains(state.name) ? state.name : nil }
        }
        tree.on("go", in: "A11", .go("B"))
        #expect(answer(["A", "A1", "B"]) == "A1")
        #expect(!tree.isActive)
        tree.when("exit A") { _ in #expect(answer(["B", "A11"]) == "A11") }
        tree.when("enter B") { _ in #expect(answer(["B", "A11"]) == "B") }
        tree.request("go")
        #expect(answer(["A", "A1"]) == nil)
        tree.deactivate()
        #expect(answer(["A11"]) == nil)
    }
}

@Suite struct `The current transition` {
    @Test func `Rule 5: in a tree all hooks of a transition find the same one, to the state that was named`() {
        let tree = TreeMachine.family(["A": ["go": .go("B")]], initial: ["B": "B11"])
        var seen: Set<[String]> = []
        for line in tree.hooks {
            tree.when(line) { [unowned tree] machine in
                seen.insert([machine.underWay ?? line] + (tree.currentTransition?.exited.map(\.name) ?? []))
            }
        }
        #expect(tree.journal(of: "go").count == 6)
        #expect(seen == [["go: A11 → B", "A11", "A1", "A"]])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 5: activation and deactivation are current in their hooks, too`(shape: Shape) {
        let machine = shape.newMachine
        var seen: Set<String> = []
        for line in shape.entries { machine.when(line) { seen.insert($0.underWay ?? line) } }
        machine.activate()
        #expect(seen == ["activate(): A → A"])
        seen = []
        machine.on("go", in: "A", .go("B"))
        machine.request("go")
        for line in shape.exits(from: "B") { machine.when(line) { seen.insert($0.underWay ?? line) } }
        machine.deactivate()
        #expect(seen == ["deactivate(): B → A"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 5: no transition is current in handlers, observers and at rest`(shape: Shape) {
        let machine = shape.machine
        machine.watch()
        machine.on("go", in: "A", .go("B"), noting: "handler")
        var seen: [String?] = []
        for line in ["handler", "A → B", "refused nothing"] { machine.when(line) { seen.append($0.underWay) } }
        machine.request(each: "go", "nothing")
        #expect(seen + [machine.underWay] == [nil, nil, nil, nil])
    }
}
