import StatePattern
import Testing

@Suite struct Deferral {
    @Test(arguments: Shape.allCases)
    func `Rule 7: a deferred request is retried after the next transition`(shape: Shape) {
        let machine = shape.machine(["A": ["later": .deferred, "go": .go("B")]])
        machine.listen(for: "later", in: "B")
        #expect(machine.request("later") == .deferred)
        #expect(machine.journal.isEmpty)
        #expect(machine.request("go") == .transitioned)
        #expect(machine.journal == ["exit A", "enter B", "later"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a self-transition retries, and a handled request does not`(shape: Shape) {
        let machine = shape.machine(["A": ["stay": .handled, "again": .go("A")]])
        machine.on("later", in: "A", .deferred, noting: "asked")
        machine.request("later")
        #expect(machine.journal(of: "stay").isEmpty)
        #expect(machine.journal(of: "again") == ["exit A", "enter A", "asked"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a context tells the arguments of what is deferred, in the same order, also when it is due`(
        shape: Shape
    ) {
        let machine = shape.machine([
            "A": ["pay 1": .deferred, "pay 2": .deferred, "other": .deferred, "go": .go("B")],
            "B": ["pay 1": .deferred],
        ])
        func amounts(_ machine: any Machine) -> [Int?] { machine.deferredArguments.map { $0 as? Int } }
        machine.on("pay 2", in: "B") { machine in
            #expect(machine.deferredRequests == ["pay", "other"])
            #expect(amounts(machine) == [1, nil])
            return .handled
        }
        for amount in [1, 2] { machine.request("pay", amount: amount) }
        machine.request("other")
        #expect(machine.deferredRequests == ["pay", "pay", "other"])
        #expect(amounts(machine) == [1, 2, nil])
        machine.request("go")
        #expect(amounts(machine) == [1])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: those deferred since the last transition come before those still waiting for their retry`(
        shape: Shape
    ) {
        // In B the first defers again and the second moves on, while the third is still waiting.
        let machine = shape.machine([
            "A": ["1": .deferred, "2": .deferred, "3": .deferred, "go": .go("B")],
            "B": ["1": .deferred, "2": .go("C")],
        ])
        machine.listen(for: "1", "2", "3", in: "C")
        machine.request(each: "1", "2", "3")
        #expect(machine.journal(of: "go") == ["exit A", "enter B", "exit B", "enter C", "1", "3"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a deferred request's later outcome reaches didNotHandle and the observers`(shape: Shape) {
        let machine = shape.machine([
            "A": ["refuse": .deferred, "move": .deferred, "go": .go("B")], "B": ["move": .go("C")],
        ])
        machine.watch()
        for (request, outcome) in [("refuse", Outcome.deferred), ("move", .deferred), ("go", .transitioned)] {
            #expect(machine.request(request) == outcome)
        }
        #expect(machine.journal == ["exit A", "enter B", "A → B", "refused refuse", "exit B", "enter C", "B → C"])
    }
}
