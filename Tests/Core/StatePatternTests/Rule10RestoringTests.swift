import StatePattern
import Testing

@Suite struct Restoring {
    @Test(arguments: Shape.allCases)
    func `Rule 10: a context resumes in a state: it is active there, and no hook has run`(shape: Shape) {
        let machine = shape.machine(resumingIn: "B")
        #expect(machine.current == "B")
        #expect(machine.isActive)
        #expect(machine.isInCurrent)
        #expect(machine.journal.isEmpty)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: its superstates count as entered`(shape: Shape) {
        let machine = shape.machine(resumingIn: "B")
        machine.on("go", in: shape.superstate ?? "B", .go("C"))
        machine.watch()
        let middle = shape == .tree ? ["exit Middle", "enter Middle"] : []
        #expect(machine.journal(of: "go") == ["exit B"] + middle + ["enter C", "B → C"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: observers get the next transition only, and activating it again does nothing`(shape: Shape) {
        let machine = shape.machine(resumingIn: "B")
        machine.watchRequests()
        machine.on("go", in: "B", .go("A"))
        machine.activate()
        machine.request("go")
        #expect(machine.journal == ["exit B", "enter A", "go: B → A"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: deactivating it exits all, and goes back to the initial state`(shape: Shape) {
        let machine = shape.machine(resumingIn: "B")
        #expect(machine.journal { machine.deactivate() } == shape.exits(from: "B"))
        #expect(machine.current == "A")
        #expect(machine.journal { machine.activate() } == shape.entries)
    }
}
