import StatePattern
import Testing

@Suite struct RunToCompletion {
    /// Pitfall: a request from an entry hook runs only after the outer call has returned.
    @Test(arguments: Shape.allCases, ["A: go", "exit A", "enter B", "A → B", "refused other"])
    func `Rule 6: a request made while another is being handled is queued, and handled before the call returns`(
        shape: Shape, place: String
    ) {
        let machine = shape.machine
        machine.watch()
        machine.on("go", in: "A", .go("B"), noting: "A: go")
        for state in ["A", "B"] { machine.listen(for: "next", in: state) }
        machine.when(place) { #expect($0.request("next") == .queued) }
        let outcome = machine.request(place == "refused other" ? "other" : "go")
        #expect(outcome == (place == "refused other" ? .unhandled : .transitioned))
        #expect(machine.journal.last == "next")
        #expect(machine.journal.count { $0 == "next" } == 1)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 6: the machine's own follow-ups come first, then what was deferred, then what observers ask for`(
        shape: Shape
    ) {
        let machine = shape.machine(["A": ["deferred 1": .deferred, "deferred 2": .deferred, "go": .go("B")]])
        machine.watch()
        machine.listen(for: "own 1", "own 2", "deferred 1", "deferred 2", "observer's 1", "observer's 2", in: "B")
        machine.when("A → B") { $0.request(each: "observer's 1", "observer's 2") }
        machine.when("enter B") { $0.request("own 1") }
        // Asked for last of all, and handled before what has been waiting.
        machine.when("own 1") { $0.request("own 2") }
        machine.request(each: "deferred 1", "deferred 2")
        #expect(
            machine.journal(of: "go") == [
                "exit A", "enter B", "A → B",
                "own 1", "own 2", "deferred 1", "deferred 2", "observer's 1", "observer's 2",
            ])
    }

    /// Pitfall: a request from an observer reverses notifications, so that later observers see B → C before A → B.
    @Test(arguments: Shape.allCases)
    func `Rule 6: every observer sees every transition once, in the order in which they happened`(shape: Shape) {
        let machine = shape.machine(["A": ["go": .go("B")], "B": ["next": .go("C")], "C": ["next": .go("A")]])
        for observer in ["first", "second"] { machine.watch(as: observer) }
        for line in ["first: A → B", "enter C"] { machine.when(line) { $0.request("next") } }
        machine.request("go")
        for observer in ["first: ", "second: "] {
            let seen = machine.journal.filter { $0.hasPrefix(observer) }.map { $0.dropFirst(observer.count) }
            #expect(seen == ["A → B", "B → C", "C → A"])
        }
    }

    @Test(arguments: Shape.allCases)
    func `Rule 6: didNotHandle counts as a hook, so what it asks for comes before what observers ask for`(
        shape: Shape
    ) {
        let machine = shape.machine(["A": ["go": .go("B")]])
        machine.watch()
        machine.when("enter B") { $0.request("unknown") }
        machine.when("A → B") { $0.request("observer's") }
        machine.when("refused unknown") { #expect($0.request("hook's") == .queued) }
        machine.listen(for: "hook's", "observer's", in: "B")
        #expect(machine.journal(of: "go").suffix(3) == ["refused unknown", "hook's", "observer's"])
    }

    /// Pitfall: a request returns a destination that the machine has left already. An outcome names none.
    @Test(
        arguments: Shape.allCases,
        [
            (Answer.handled, Outcome.handled), (.unhandled, .unhandled), (.deferred, .deferred),
            (.go("B"), .transitioned),
        ])
    func `Rule 6: the outcome of the outermost call says nothing about its follow-ups`(
        shape: Shape, answer: (given: Answer, outcome: Outcome)
    ) {
        let machine = shape.machine(["A": ["next": .go("C")], "B": ["next": .go("C")]])
        machine.on("go", in: "A", answer.given, making: "next")
        machine.listen(for: "go", in: "C")
        #expect(machine.request("go") == answer.outcome)
        #expect(machine.current == "C")
    }

    @Test(arguments: Shape.allCases)
    func `Rule 6: what a queued request holds is freed when it has been handled, before the next is`(shape: Shape) {
        let machine = shape.machine
        machine.listen(for: "1", "2", in: "A")
        machine.on("go", in: "A") { machine in
            for name in ["1", "2"] {
                let argument = Witness { [script = machine.script] in script.journal.append("\(name) freed") }
                #expect(machine.request(name, holding: argument) == .queued)
            }
            return .handled
        }
        #expect(machine.journal(of: "go") == ["1", "1 freed", "2", "2 freed"])
    }
}
