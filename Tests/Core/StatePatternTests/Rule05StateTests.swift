import StatePattern
import Testing

@Suite struct CurrentState {
    @Test(arguments: Shape.allCases)
    func `Rule 5: state is the source in the exit hook and the target from the entry hook on`(shape: Shape) {
        let machine = shape.machine
        for line in ["asked", "exit A", "enter B", "A → B"] { machine.when(line) { $0.note("in \($0.current)") } }
        machine.watch()
        machine.on("go", in: "A", .go("B"), noting: "asked")
        #expect(
            machine.journal(of: "go") == [
                "asked", "in A", "exit A", "in A", "enter B", "in B", "A → B", "in B",
            ])
    }

    @Test(
        arguments: [
            // Every exit hook reads the source leaf and every entry hook the target.
            (
                "A", "B11", [:],
                [
                    "exit A11 in A11", "exit A1 in A11", "exit A in A11", "enter B in B11", "enter B1 in B11",
                    "enter B11 in B11",
                ]
            ),
            // An initial substate becomes the state before the first hook on the way to it.
            (
                "A", "B", ["B": "B11"],
                [
                    "exit A11 in A11", "exit A1 in A11", "exit A in A11", "enter B in B", "enter B1 in B11",
                    "enter B11 in B11",
                ]
            ),
            // So it is on the way to an ancestor.
            ("A11", "A", ["A": "A2"], ["exit A11 in A11", "exit A1 in A11", "enter A2 in A2"]),
        ] as [(String, String, [String: String], [String])])
    func `Rule 5: in a tree each hook reads the source leaf or the target`(
        handler: String, target: String, initial: [String: String], lines: [String]
    ) {
        let tree = TreeMachine.family([handler: ["go": .go(target)]], initial: initial)
        var seen: [String] = []
        for line in tree.hooks { tree.when(line) { seen.append("\(line) in \($0.current)") } }
        tree.request("go")
        #expect(seen == lines)
    }

    @Test func `Rules 5 and 10: on activation state goes from the initial state to its initial substates`() {
        let tree = TreeMachine("A/A1/A11", initial: "A")
        tree.setInitialSubstate(of: "A", to: "A1")
        tree.setInitialSubstate(of: "A1", to: "A11")
        #expect(tree.current == "A")
        var seen: [String] = []
        for line in tree.hooks { tree.when(line) { seen.append("\(line) in \($0.current)") } }
        tree.activate()
        #expect(seen == ["enter A in A", "enter A1 in A1", "enter A11 in A11"])
    }
}
