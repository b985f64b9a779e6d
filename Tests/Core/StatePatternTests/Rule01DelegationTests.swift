import StatePattern
import Testing

@Suite struct Delegation {
    @Test(arguments: Shape.allCases)
    func `Rule 1: a request goes to the current state and to no other`(shape: Shape) {
        let machine = shape.machine(["A": ["go": .go("B")], "B": ["go": .handled]])
        for outcome in [Outcome.transitioned, .handled] {
            #expect(machine.request("go") == outcome)
            #expect(machine.current == "B")
        }
    }

    @Test(
        arguments: Shape.allCases,
        [
            (Answer.handled, Outcome.handled), (.deferred, .deferred), (.unhandled, .unhandled),
            (.go("B"), .transitioned),
        ])
    func `Rule 1: the outcome is what the state answered`(shape: Shape, answer: (given: Answer, outcome: Outcome)) {
        #expect(shape.machine(["A": ["go": answer.given]]).request("go") == answer.outcome)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 1: no state handles a request, so nothing changes and didNotHandle gets its name`(shape: Shape) {
        let machine = shape.machine
        machine.watch()
        #expect(machine.request("go") == .unhandled)
        #expect(machine.current == "A")
        #expect(machine.journal == ["refused go"])
    }

    /// Pitfall: several handlers of one request are tried in another order in each run.
    @Test(arguments: ["A11", "A1", "A", nil])
    func `Rule 1: a request passes to the superstates, innermost first, until one handles it`(handler: String?) {
        let tree = TreeMachine.family()
        var lines: [String] = []
        for state in ["A11", "A1", "A"] {
            tree.on("go", in: state, state == handler ? .handled : .unhandled, noting: "\(state) is asked")
            if handler.map({ state.hasPrefix($0) }) ?? true { lines.append("\(state) is asked") }
        }
        #expect(tree.request("go") == (handler == nil ? .unhandled : .handled))
        #expect(tree.journal == lines + (handler == nil ? ["refused go"] : []))
        #expect(tree.current == "A11")
    }
}

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
