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

    @Test func `Rule 1: a composite without a current substate is asked like a leaf`() {
        let tree = TreeMachine.family(["A": ["go": .go("B1")], "B1": ["go": .unhandled], "B": ["go": .handled]])
        tree.request("go")
        #expect(tree.current == "B1")
        #expect(tree.request("go") == .handled)
    }

    @Test func `Rule 1: a request is named after the method that delegates it`() {
        let turnstile = Turnstile()
        var requests: [String] = []
        turnstile.observe { requests.append($0.request) }
        #expect(turnstile.insertCoin() == .transitioned)
        #expect(turnstile.push() == .transitioned)
        #expect(requests == ["activate()", "insertCoin()", "push()"])
    }

    @Test func `Rule 1: an argument reaches the state, at once as well as later`() {
        let turnstile = Turnstile()
        #expect(turnstile.pay(2) == .handled)
        #expect(turnstile.paid == 2)
        turnstile.observe { [unowned turnstile] in
            if $0.request == "insertCoin()" { #expect(turnstile.pay(3) == .queued) }
        }
        turnstile.insertCoin()
        #expect(turnstile.paid == 5)
    }
}
