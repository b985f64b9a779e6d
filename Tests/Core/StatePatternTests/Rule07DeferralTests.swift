import StatePattern
import Testing

@Suite struct Deferral {
    @Test(arguments: Shape.allCases)
    func `Rule 7: a deferred request is retried after the next transition`(shape: Shape) {
        let machine = shape.machine
        machine.on("later", in: "A", .deferred)
        machine.on("go", in: "A", .go("B"))
        machine.listen(for: "later", in: "B")
        #expect(machine.request("later") == .deferred)
        #expect(machine.journal.isEmpty)
        #expect(machine.request("go") == .transitioned)
        #expect(machine.journal == ["exit A", "enter B", "later"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a self-transition retries, and a handled request does not`(shape: Shape) {
        let machine = shape.machine
        machine.on("later", in: "A") { machine in
            machine.note("asked")
            return .deferred
        }
        machine.on("stay", in: "A", .handled)
        machine.on("again", in: "A", .go("A"))
        machine.request("later")
        #expect(machine.journal(of: "stay").isEmpty)
        #expect(machine.journal(of: "again") == ["exit A", "enter A", "asked"])
    }

    @Test func `Rule 7: a context tells what is deferred`() {
        let machine = FlatMachine("A", "B")
        for request in ["1", "2"] { machine.on(request, in: "A", .deferred) }
        machine.on("go", in: "A", .go("B"))
        machine.on("1", in: "B", .deferred)
        machine.listen(for: "2", in: "B")
        #expect(machine.deferredRequests == [])
        machine.request("1")
        machine.request("2")
        #expect(machine.deferredRequests == ["1", "2"])
        machine.request("go")
        #expect(machine.deferredRequests == ["1"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a context tells the arguments of what is deferred, in the same order, also when it is due`(
        shape: Shape
    ) {
        let machine = shape.machine
        func amounts(_ machine: any Machine) -> [Int?] { machine.deferredArguments.map { $0 as? Int } }
        for request in ["pay 1", "pay 2", "other"] { machine.on(request, in: "A", .deferred) }
        machine.on("pay 1", in: "B", .deferred)
        machine.on("pay 2", in: "B") { machine in
            #expect(machine.deferredRequests == ["pay", "other"])
            #expect(amounts(machine) == [1, nil])
            return .handled
        }
        machine.on("go", in: "A", .go("B"))
        machine.request("pay", amount: 1)
        machine.request("pay", amount: 2)
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
        let tree = TreeMachine.family()
        tree.on("later", in: "A11", .deferred)
        tree.on("up", in: "A11", .go("A1"))
        tree.listen(for: "later", in: "A1")
        tree.request("later")
        #expect(tree.journal(of: "up") == ["exit A11", "later"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: deferred requests are retried in the order in which they were deferred`(shape: Shape) {
        let machine = shape.machine
        for request in ["1", "2", "3"] { machine.on(request, in: "A", .deferred) }
        machine.listen(for: "1", "2", "3", in: "B")
        machine.on("go", in: "A", .go("B"))
        for request in ["2", "1", "3"] { machine.request(request) }
        #expect(machine.journal(of: "go").suffix(3) == ["2", "1", "3"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: those deferred since the last transition come before those still waiting for their retry`(
        shape: Shape
    ) {
        let machine = shape.machine
        for request in ["1", "2", "3"] { machine.on(request, in: "A", .deferred) }
        machine.on("go", in: "A", .go("B"))
        // In B the first defers again and the second moves on, while the third is still waiting.
        machine.on("1", in: "B", .deferred)
        machine.on("2", in: "B", .go("C"))
        machine.listen(for: "1", "2", "3", in: "C")
        for request in ["1", "2", "3"] { machine.request(request) }
        #expect(machine.journal(of: "go") == ["exit A", "enter B", "exit B", "enter C", "1", "3"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a follow-up's transition puts what it deferred ahead of what is due already`(shape: Shape) {
        let machine = shape.machine
        machine.on("old 1", in: "A", .deferred)
        machine.on("old 2", in: "A", .deferred)
        machine.on("go", in: "A", .go("B"))
        machine.when("enter B") { machine in
            machine.request("new 1")
            machine.request("new 2")
            machine.request("on")
        }
        machine.on("new 1", in: "B", .deferred)
        machine.on("new 2", in: "B", .deferred)
        machine.on("on", in: "B", .go("C"))
        machine.listen(for: "old 1", "old 2", "new 1", "new 2", in: "C")
        machine.request("old 1")
        machine.request("old 2")
        #expect(machine.journal(of: "go").suffix(4) == ["new 1", "new 2", "old 1", "old 2"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a request that defers again waits for the next transition`(shape: Shape) {
        let machine = shape.machine
        machine.on("later", in: "A", .deferred)
        machine.on("later", in: "B") { machine in
            machine.note("deferred again")
            return .deferred
        }
        machine.listen(for: "later", in: "C")
        machine.on("go", in: "A", .go("B"))
        machine.on("go", in: "B", .go("C"))
        machine.request("later")
        #expect(machine.journal(of: "go") == ["exit A", "enter B", "deferred again"])
        #expect(machine.journal(of: "go") == ["exit B", "enter C", "later"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a deferred request's later outcome reaches didNotHandle and the observers`(shape: Shape) {
        let machine = shape.machine
        machine.watch()
        for request in ["refuse", "move"] { machine.on(request, in: "A", .deferred) }
        machine.on("go", in: "A", .go("B"))
        machine.on("move", in: "B", .go("C"))
        #expect(machine.request("refuse") == .deferred)
        #expect(machine.request("move") == .deferred)
        #expect(machine.request("go") == .transitioned)
        #expect(machine.journal == ["exit A", "enter B", "A → B", "refused refuse", "exit B", "enter C", "B → C"])
    }

    @Test func `Rule 7: a superstate may defer for its substates`() {
        let tree = TreeMachine.family()
        tree.on("later", in: "A", .deferred)
        tree.on("go", in: "A", .go("A2"))
        tree.on("out", in: "A", .go("B"))
        tree.listen(for: "later", in: "B")
        #expect(tree.request("later") == .deferred)
        #expect(!tree.journal(of: "go").contains("later"))
        #expect(tree.journal(of: "out") == ["exit A2", "exit A", "enter B", "later"])
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
