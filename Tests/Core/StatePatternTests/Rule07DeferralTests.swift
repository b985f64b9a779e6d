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

    @Test func `Rule 7: a context tells what is deferred`() {
        let machine = Shape.flat.machine([
            "A": ["1": .deferred, "2": .deferred, "go": .go("B")], "B": ["1": .deferred],
        ])
        machine.listen(for: "2", in: "B")
        #expect(machine.deferredRequests == [])
        machine.request(each: "1", "2")
        #expect(machine.deferredRequests == ["1", "2"])
        machine.request("go")
        #expect(machine.deferredRequests == ["1"])
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

    @Test func `Rule 7: a request without an argument has none among the deferred arguments`() {
        let turnstile = Turnstile()
        turnstile.delegate { _, _ in .deferred }
        turnstile.delegate(("tea", 2), request: "order") { _, _, _ in .deferred }
        #expect(turnstile.deferredArguments.count == 2)
        #expect(turnstile.deferredArguments[0] == nil)
        #expect((turnstile.deferredArguments[1] as? (String, Int))?.1 == 2)
    }

    @Test func `Rule 7: a transition up to a superstate that exits nothing further retries as well`() {
        let tree = TreeMachine.family(["A11": ["later": .deferred, "up": .go("A1")]])
        tree.listen(for: "later", in: "A1")
        tree.request("later")
        #expect(tree.journal(of: "up") == ["exit A11", "later"])
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
    func `Rule 7: a request that defers again waits for the next transition`(shape: Shape) {
        let machine = shape.machine(["A": ["later": .deferred, "go": .go("B")], "B": ["go": .go("C")]])
        machine.on("later", in: "B", .deferred, noting: "deferred again")
        machine.listen(for: "later", in: "C")
        machine.request("later")
        #expect(machine.journal(of: "go") == ["exit A", "enter B", "deferred again"])
        #expect(machine.journal(of: "go") == ["exit B", "enter C", "later"])
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

    @Test func `Rule 7: a superstate may defer for its substates`() {
        let tree = TreeMachine.family(["A": ["later": .deferred, "go": .go("A2"), "out": .go("B")]])
        tree.listen(for: "later", in: "B")
        #expect(tree.request("later") == .deferred)
        #expect(!tree.journal(of: "go").contains("later"))
        #expect(tree.journal(of: "out") == ["exit A2", "exit A", "enter B", "later"])
    }

    /// Pitfall: a deferred request is lost or doubled when a composite is re-entered.
    @Test func `Rule 7: a composite that is re-entered keeps what was deferred in it, once`() {
        let tree = TreeMachine.family(
            ["A11": ["later": .deferred, "next": .go("A12")], "A1": ["reset": .go("A1")]], initial: ["A1": "A11"])
        tree.listen(for: "later", in: "A12")
        #expect(tree.request("later") == .deferred)
        tree.request("reset")
        #expect(!tree.journal.contains("later"), "It is deferred again in A11.")
        tree.request(each: "next", "reset", "next")
        #expect(tree.journal.count { $0 == "later" } == 1)
    }

    @Test func `Rule 7: an argument is kept until the request is retried`() {
        let turnstile = Turnstile()
        func deferUntilUnlocked(_ amount: Int) -> Outcome {
            turnstile.delegate(amount) { state, turnstile, amount in
                state is Turnstile.Unlocked ? state.pay(turnstile, amount) : .deferred
            }
        }
        #expect(deferUntilUnlocked(2) == .deferred)
        #expect(deferUntilUnlocked(3) == .deferred)
        #expect(turnstile.paid == 0)
        turnstile.insertCoin()
        #expect(turnstile.paid == 5)
    }
}
