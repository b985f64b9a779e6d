import StatePattern
import Testing

@Suite struct Delegation {
    @Test(arguments: Shape.allCases)
    func `Rule 1: a request goes to the current state and to no other`(shape: Shape) {
        let machine = shape.machine
        machine.on("go", in: "A", .go("B"))
        machine.on("go", in: "B", .handled)
        #expect(machine.request("go") == .transitioned)
        #expect(machine.current == "B")
        #expect(machine.request("go") == .handled)
        #expect(machine.current == "B")
    }

    @Test(arguments: Shape.allCases)
    func `Rule 1: the outcome is what the state answered`(shape: Shape) {
        let machine = shape.machine
        let answers: [(Answer, Outcome)] = [
            (.handled, .handled), (.deferred, .deferred), (.unhandled, .unhandled), (.go("B"), .transitioned),
        ]
        for (answer, outcome) in answers {
            machine.on("go", in: "A", answer)
            #expect(machine.request("go") == outcome)
        }
    }

    @Test(arguments: Shape.allCases)
    func `Rule 1: no state handles a request, so nothing changes and didNotHandle gets its name`(shape: Shape) {
        let machine = shape.machine
        machine.watch()
        #expect(machine.request("go") == .unhandled)
        #expect(machine.current == "A")
        #expect(machine.journal == ["refused go"])
    }

    @Test func `Rule 1: an unhandled request passes to the superstates, innermost first`() {
        let tree = TreeMachine.family()
        for state in ["A11", "A1", "A"] {
            tree.on("go", in: state) { machine in
                machine.note("\(state) is asked")
                return .unhandled
            }
        }
        #expect(tree.request("go") == .unhandled)
        #expect(tree.journal == ["A11 is asked", "A1 is asked", "A is asked", "refused go"])
    }

    @Test(arguments: ["A11", "A1", "A"])
    func `Rule 1: the innermost state that handles a request keeps it from the others`(handler: String) {
        let tree = TreeMachine.family()
        for state in ["A11", "A1", "A"] {
            tree.on("go", in: state) { machine in
                machine.note("\(state) is asked")
                return state == handler ? .handled : .unhandled
            }
        }
        #expect(tree.request("go") == .handled)
        #expect(tree.journal.last == "\(handler) is asked")
        #expect(tree.current == "A11")
    }

    @Test func `Rule 1: states beside the path are not asked`() {
        let tree = TreeMachine.family()
        for state in ["A12", "A2", "A21", "B", "B1", "B11"] { tree.on("go", in: state, .handled) }
        #expect(tree.request("go") == .unhandled)
    }

    @Test func `Rule 1: a composite without a current substate is asked like a leaf`() {
        let tree = TreeMachine.family()
        tree.on("go", in: "A", .go("B1"))
        tree.request("go")
        tree.on("go", in: "B1", .unhandled)
        tree.on("go", in: "B", .handled)
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
