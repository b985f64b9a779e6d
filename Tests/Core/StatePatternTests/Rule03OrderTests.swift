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

    @Test func `Rule 2: the effect of a superstate runs before the exits of its substates`() {
        let tree = TreeMachine.family()
        tree.on("go", in: "A", .go("B"), noting: "effect")
        #expect(tree.journal(of: "go") == ["effect", "exit A11", "exit A1", "exit A", "enter B"])
    }

    /// A transition from A11, which `handler` asks for.
    struct Row: Sendable {
        let handler: String
        let target: String
        let journal: [String]

        init(_ handler: String, _ target: String, _ journal: String...) {
            self.handler = handler
            self.target = target
            self.journal = journal
        }
    }

    @Test(arguments: [
        Row("A11", "A12", "exit A11", "enter A12"),
        Row("A11", "A2", "exit A11", "exit A1", "enter A2"),
        Row("A11", "A21", "exit A11", "exit A1", "enter A2", "enter A21"),
        Row("A11", "B", "exit A11", "exit A1", "exit A", "enter B"),
        Row("A11", "B11", "exit A11", "exit A1", "exit A", "enter B", "enter B1", "enter B11"),
        Row("A1", "A12", "exit A11", "enter A12"),
        Row("A1", "A21", "exit A11", "exit A1", "enter A2", "enter A21"),
        Row("A1", "B1", "exit A11", "exit A1", "exit A", "enter B", "enter B1"),
        Row("A", "A12", "exit A11", "exit A1", "enter A1", "enter A12"),
        Row("A", "A21", "exit A11", "exit A1", "enter A2", "enter A21"),
        Row("A", "B11", "exit A11", "exit A1", "exit A", "enter B", "enter B1", "enter B11"),
    ])
    func `Rule 3: exits run up to the least common ancestor of handler and target, entries down again`(row: Row) {
        let tree = TreeMachine.family([row.handler: ["go": .go(row.target)]])
        #expect(tree.request("go") == .transitioned)
        #expect(tree.journal == row.journal)
        #expect(tree.current == row.target)
    }

    @Test func `Rule 3: entries continue to the initial substate, and to that one's`() {
        let tree = TreeMachine.family(["A11": ["go": .go("B")]], initial: ["B": "B1", "B1": "B11"])
        #expect(tree.journal(of: "go") == ["exit A11", "exit A1", "exit A", "enter B", "enter B1", "enter B11"])
        #expect(tree.current == "B11")
    }

    @Test func `Rule 3: an initial substate may be any proper descendant`() {
        let tree = TreeMachine.family(["A11": ["go": .go("B")]], initial: ["B": "B11"])
        #expect(tree.journal(of: "go").suffix(3) == ["enter B", "enter B1", "enter B11"])
    }

    @Test func `Rule 3: only the target is asked for its initial substate, not the states on the way to it`() {
        let tree = TreeMachine.family(["A11": ["go": .go("A21")]], initial: ["A": "A1"])
        tree.request("go")
        #expect(tree.current == "A21")
        #expect(tree.states["A"]!.timesAsked == 0)
        #expect(tree.states["A2"]!.timesAsked == 0)
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

    @Test func `Rule 3: a state without an initial substate may be current although others lie in it`() {
        let tree = TreeMachine.family(["A11": ["go": .go("B1")], "B1": ["down": .go("B11"), "out": .go("A2")]])
        #expect(tree.journal(of: "go") == ["exit A11", "exit A1", "exit A", "enter B", "enter B1"])
        #expect(tree.current == "B1")
        #expect(tree.journal(of: "down") == ["enter B11"])
        #expect(tree.journal(of: "out") == ["exit B11", "exit B1", "exit B", "enter A", "enter A2"])
    }
}
