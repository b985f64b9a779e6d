import StatePattern
import Testing

@Suite struct Refusal {
    @Test(arguments: Shape.allCases)
    func `Rule 1: a refusal is final: nothing changes, no superstate is asked, and the context is notified`(
        shape: Shape
    ) {
        let machine = shape.machine(["A": ["go": .refused]])
        if let superstate = shape.superstate { machine.on("go", in: superstate, .go("B")) }
        #expect(machine.request("go") == .refused)
        #expect(machine.journal == ["refused go"])
        #expect(machine.current == "A")
    }

    @Test(arguments: Shape.allCases)
    func `Rule 1: request observers get the reason of each refusal, and only of that one`(shape: Shape) {
        let machine = shape.machine([
            "A": ["later": .deferred, "check": .refusedBecause("nothing to check"), "go": .go("B")],
            "B": ["later": .refusedBecause("too late"), "leave": .refused],
        ])
        machine.watchRequests()
        machine.on("close", in: "A", .refusedBecause("closed"), making: "check")
        machine.request(each: "close", "later", "go", "leave")
        #expect(
            machine.journal.filter { $0.contains(": ") } == [
                "close: refused in A, closed", "check: refused in A, nothing to check", "later: deferred in A",
                "go: A → B", "later: refused in B, too late", "leave: refused in B",
            ])
    }
}
