import StatePattern
import Testing

@Suite struct CurrentState {
    /// Lets the machine note the current state at each of these lines of the journal.
    private func noteState(of machine: any Machine, at lines: String...) {
        for line in lines { machine.when(line) { $0.note("in \($0.current)") } }
    }

    @Test(arguments: Shape.allCases)
    func `Rule 5: state is the source in the exit hook and the target from the entry hook on`(shape: Shape) {
        let machine = shape.machine
        noteState(of: machine, at: "exit A", "enter B", "A → B")
        machine.watch()
        machine.on("go", in: "A") { machine in
            machine.note("in \(machine.current)")
            return .go("B")
        }
        machine.request("go")
        #expect(machine.journal == ["in A", "exit A", "in A", "enter B", "in B", "A → B", "in B"])
    }

    @Test func `Rule 5: in a tree every exit hook reads the source leaf and every entry hook the target`() {
        let tree = TreeMachine.family()
        noteState(of: tree, at: "exit A11", "exit A1", "exit A", "enter B", "enter B1", "enter B11")
        tree.on("go", in: "A", .go("B11"))
        tree.request("go")
        #expect(
            tree.journal == [
                "exit A11", "in A11", "exit A1", "in A11", "exit A", "in A11",
                "enter B", "in B11", "enter B1", "in B11", "enter B11", "in B11",
            ])
    }

    @Test func `Rule 5: an initial substate becomes state before the first hook on the way to it`() {
        let tree = TreeMachine.family()
        tree.setInitialSubstate(of: "B", to: "B11")
        noteState(of: tree, at: "exit A", "enter B", "enter B1", "enter B11")
        tree.on("go", in: "A", .go("B"))
        tree.request("go")
        #expect(
            tree.journal == [
                "exit A11", "exit A1", "exit A", "in A11",
                "enter B", "in B", "enter B1", "in B11", "enter B11", "in B11",
            ])
    }

    @Test func `Rule 5: on the way to an ancestor the exit hooks read the source leaf`() {
        let tree = TreeMachine.family()
        tree.setInitialSubstate(of: "A", to: "A2")
        noteState(of: tree, at: "exit A11", "exit A1", "enter A2")
        tree.on("up", in: "A11", .go("A"))
        tree.request("up")
        #expect(tree.journal == ["exit A11", "in A11", "exit A1", "in A11", "enter A2", "in A2"])
    }

    @Test func `Rule 5: on activation state goes from the initial state to its initial substates`() {
        let tree = TreeMachine("A/A1/A11", initial: "A")
        tree.setInitialSubstate(of: "A", to: "A1")
        tree.setInitialSubstate(of: "A1", to: "A11")
        noteState(of: tree, at: "enter A", "enter A1", "enter A11")
        #expect(tree.current == "A")
        tree.activate()
        #expect(tree.journal == ["enter A", "in A", "enter A1", "in A1", "enter A11", "in A11"])
    }
}
