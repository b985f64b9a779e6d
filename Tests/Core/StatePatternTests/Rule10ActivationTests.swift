import StatePattern
import Testing

@Suite struct Activation {
    /// Pitfall: an initial state's entry hook never runs, or runs before the context is complete.
    @Test(arguments: Shape.allCases)
    func `Rule 10: making a context runs no hook, and activate enters the initial state, superstates first`(
        shape: Shape
    ) {
        let machine = shape.newMachine
        #expect(machine.journal.isEmpty)
        #expect(machine.current == "A")
        #expect(machine.journal { machine.activate() } == shape.entries)
        #expect(machine.current == "A")
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: the first request activates, follow-ups included, and is then handled`(shape: Shape) {
        let machine = shape.newMachine
        machine.on(["A": ["complete": .go("B"), "go": .go("A")], "B": ["go": .go("C")]])
        machine.watch()
        machine.when("enter A") { $0.request("complete") }
        #expect(machine.request("go") == .transitioned)
        let expected = ["A → A", "exit A", "enter B", "A → B", "exit B", "enter C", "B → C"]
        #expect(machine.journal == shape.entries + expected)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: deactivate exits everything, innermost first, and state reads the initial state`(shape: Shape) {
        let machine = shape.machine(["A": ["go": .go("B")]])
        machine.request("go")
        var seen: Set<String> = []
        for line in shape.exits(from: "B") { machine.when(line) { seen.insert($0.current) } }
        #expect(machine.journal { machine.deactivate() } == shape.exits(from: "B"))
        #expect(seen == ["B"], "Rule 5: every exit hook reads the source leaf.")
        #expect(machine.current == "A")
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: after deactivate every request is unhandled until the next activate`(shape: Shape) {
        let machine = shape.machine(["A": ["go": .go("B")]])
        machine.deactivate()
        for _ in 1...2 {
            let lines = machine.journal { #expect(machine.request("go") == .unhandled) }
            #expect(lines == ["refused go"])
        }
        #expect(machine.journal { machine.activate() } == shape.entries)
        #expect(machine.request("go") == .transitioned)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: observers see activation and deactivation as transitions`(shape: Shape) {
        let machine = shape.newMachine
        machine.on("go", in: "A", .go("B"))
        machine.watchStates()
        machine.activate()
        machine.request("go")
        machine.deactivate()
        let (entries, exits) = (shape.entries, shape.exits(from: "B"))
        #expect(
            machine.journal.filter { $0.contains(": ") } == [
                "activate(): A → A, \(entries)", "go: A → B, \(["exit A", "enter B"])", "deactivate(): B → A, \(exits)",
            ])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: both are queued when called while a request is handled`(shape: Shape) {
        let machine = shape.machine
        machine.on("go", in: "A") { machine in
            machine.deactivate()
            machine.activate()
            return .go("B")
        }
        machine.request("go")
        #expect(machine.journal == ["exit A", "enter B"] + shape.exits(from: "B") + shape.entries)
        #expect(machine.current == "A")
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: they run no hook and tell no observer when already done`(shape: Shape) {
        let machine = shape.machine
        machine.watch()
        #expect(machine.journal { machine.activate() } == [])
        machine.deactivate()
        #expect(machine.journal { machine.deactivate() } == [])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: deactivate on a context never activated only closes it`(shape: Shape) {
        let machine = shape.newMachine
        machine.on("go", in: "A", .go("B"))
        machine.watch()
        machine.deactivate()
        #expect(machine.journal.isEmpty)
        #expect(machine.request("go") == .unhandled)
        #expect(machine.journal == ["refused go"])
        machine.activate()
        #expect(machine.request("go") == .transitioned)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: requests queued behind a deactivation are unhandled`(shape: Shape) {
        let machine = shape.machine
        machine.listen(for: "before", "behind", in: "A")
        machine.on("go", in: "A") { machine in
            machine.request("before")
            machine.deactivate()
            #expect(machine.request("behind") == .queued)
            return .handled
        }
        machine.when("exit A") { $0.request("from the exit hook") }
        machine.request("go")
        #expect(
            machine.journal == ["before"] + shape.exits(from: "A") + ["refused behind", "refused from the exit hook"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: deferred requests are dropped, and didNotHandle gets each after the observers`(shape: Shape) {
        let machine = shape.machine(["A": ["1": .deferred, "2": .deferred]])
        machine.watch()
        machine.request(each: "1", "2")
        let end = shape.exits(from: "A") + ["A → A", "refused 1", "refused 2"]
        #expect(machine.journal { machine.deactivate() } == end)
        #expect(machine.journal { machine.activate() } == shape.entries + ["A → A"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: deinit runs no hook`(shape: Shape) {
        var machine: (any Machine)? = shape.machine
        let script = machine!.script
        machine = nil
        #expect(script.journal.isEmpty)
    }
}

@Suite struct Restoring {
    @Test(arguments: Shape.allCases)
    func `Rule 10: a context resumes in a state: it is active there, and no hook has run`(shape: Shape) {
        let machine = shape.machine(resumingIn: "B")
        #expect(machine.current == "B")
        #expect(machine.isActive)
        #expect(machine.isInCurrent)
        #expect(machine.journal.isEmpty)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: its superstates count as entered`(shape: Shape) {
        let machine = shape.machine(resumingIn: "B")
        machine.on("go", in: shape.superstate ?? "B", .go("C"))
        machine.watch()
        let middle = shape == .tree ? ["exit Middle", "enter Middle"] : []
        #expect(machine.journal(of: "go") == ["exit B"] + middle + ["enter C", "B → C"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: observers get the next transition only, and activating it again does nothing`(shape: Shape) {
        let machine = shape.machine(resumingIn: "B")
        machine.watchRequests()
        machine.on("go", in: "B", .go("A"))
        machine.activate()
        machine.request("go")
        #expect(machine.journal == ["exit B", "enter A", "go: B → A"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 10: deactivating it exits all, and goes back to the initial state`(shape: Shape) {
        let machine = shape.machine(resumingIn: "B")
        #expect(machine.journal { machine.deactivate() } == shape.exits(from: "B"))
        #expect(machine.current == "A")
        #expect(machine.journal { machine.activate() } == shape.entries)
    }
}
