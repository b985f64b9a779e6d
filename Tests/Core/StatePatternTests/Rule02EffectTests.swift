import StatePattern
import Testing

@Suite struct Effects {
    @Test(arguments: Shape.allCases)
    func `Rule 2: the handling method runs to its end before the first exit hook`(shape: Shape) {
        let machine = shape.machine
        machine.on("go", in: "A") { machine in
            machine.note("effect begins")
            defer { machine.note("effect ends") }
            return .go("B")
        }
        machine.request("go")
        #expect(machine.journal == ["effect begins", "effect ends", "exit A", "enter B"])
    }

    @Test func `Rule 2: the effect of a superstate runs before the exits of its substates`() {
        let tree = TreeMachine.family()
        tree.on("go", in: "A") { machine in
            machine.note("effect")
            return .go("B")
        }
        tree.request("go")
        #expect(tree.journal == ["effect", "exit A11", "exit A1", "exit A", "enter B"])
    }
}
