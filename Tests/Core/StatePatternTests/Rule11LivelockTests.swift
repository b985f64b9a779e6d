import StatePattern
import Testing

/// Requests that come to an end, however many there are. `TrapTests` has those that do not.
@Suite struct Livelock {
    @Test(arguments: Shape.allCases, ["handler", "enter B", "A → B"])
    func `Rule 11: each call may make as many requests as the limit allows`(shape: Shape, maker: String) {
        let machine = Self.limited(shape, ["A": ["go": .go("B")], "B": ["go": .go("A"), "step": .handled]])
        machine.watch()
        func make(_ machine: any Machine) { for _ in 1...3 { machine.request("step") } }
        machine.when(maker, make)
        machine.on("step", in: "B", .handled, noting: "step")
        if maker == "handler" {
            machine.on("go", in: "A") { machine in
                make(machine)
                return .go("B")
            }
        }
        for _ in 1...50 { machine.request(each: "go", "go") }
        #expect(machine.journal.count { $0 == "step" } == 150)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 11: requests that an earlier call deferred do not count, also if they are deferred again`(shape: Shape) {
        let machine = Self.limited(
            shape, ["A": ["later": .deferred, "go": .go("B")], "B": ["later": .deferred, "go": .go("C")]])
        machine.on("later", in: "C", .handled, noting: "done")
        for _ in 1...20_000 { machine.request("later") }
        machine.request("go")
        #expect(machine.deferredRequests.count == 20_000)
        machine.request("go")
        #expect(machine.journal.count { $0 == "done" } == 20_000)
    }

    /// A machine that allows three requests in one call, activated.
    static func limited(_ shape: Shape, _ answers: [String: [String: Answer]]) -> any Machine {
        final class Flat: FlatMachine {
            override class var followUpLimit: Int { 3 }
        }
        final class Tree: TreeMachine {
            override class var followUpLimit: Int { 3 }
        }
        let machine: any Machine = shape == .flat ? Flat("A", "B", "C") : Tree("Top/A", "Top/B", "Top/C")
        machine.on(answers)
        machine.activate()
        return machine
    }
}
