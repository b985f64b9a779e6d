import StatePattern
import Testing

@Suite struct Restoring {
    @Test(arguments: Shape.allCases)
    func `Rule 10: a context goes on in a state: it is active there, and no hook has run`(shape: Shape) {
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
    func `Rule 10: observers hear of the next transition only, and activating it again does nothing`(shape: Shape) {
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

    @Test(arguments: Shape.allCases)
    func `Rule 10: what was deferred is deferred again, and tried after the next transition`(shape: Shape) {
        let machine = shape.machine(resumingIn: "B")
        machine.deferRequests {
            machine.request("1")
            machine.request("2")
        }
        #expect(machine.deferredRequests == ["1", "2"])
        #expect(machine.journal.isEmpty)
        machine.listen(for: "1", "2", in: "C")
        machine.on("go", in: "B", .go("C"))
        #expect(machine.journal(of: "go") == ["exit B", "enter C", "1", "2"])
    }

    @Test func `Rule 10: a superstate without an initial substate can be gone on in as well`() {
        let tree = TreeMachine(["A/A1", "B"], initial: "B", resumingIn: "A")
        #expect(tree.current == "A")
        tree.on("go", in: "A", .go("B"))
        #expect(tree.journal(of: "go") == ["exit A", "enter B"])
    }

    /// A radio whose states lie in one another, on three levels.
    private final class Radio: Context<Radio.State> {
        enum Level: String, CaseIterable, Codable { case on, tuned, playing }

        init(resumingIn level: Level) {
            let on = On()
            let state: State =
                switch level {
                case .on: on
                case .tuned: Tuned(in: on)
                case .playing: Playing(in: Tuned(in: on))
                }
            super.init(initial: on, resumingIn: state)
        }

        class State: HierarchicalState {
            let superstate: State?
            var initialSubstate: State? { nil }
            init(in superstate: State? = nil) { self.superstate = superstate }
            func didEnter(_ radio: Radio) {}
            func willExit(_ radio: Radio) {}
        }

        final class On: State {
            override var initialSubstate: State? { Tuned(in: self) }
        }

        final class Tuned: State {
            override var initialSubstate: State? { Playing(in: self) }
        }

        final class Playing: State {}
    }

    @Test func `Rule 10: going on in a state with an initial substate traps, on each level`() async {
        for (level, name) in [(Radio.Level.on, "On"), (.tuned, "Tuned")] {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [level = level as Radio.Level] in
                _ = Radio(resumingIn: level)
            }
            let rule = "A context can be resumed only in a state that can be current, one without an initial substate."
            #expect(result?.errors.contains("\(rule) It was to be \(name) of Radio.") == true)
        }
        #expect(Radio(resumingIn: .playing).state.path == "On/Tuned/Playing")
    }

    @Test func `Rule 13: a context that goes on in a state of its own making is freed like any other`() {
        weak var weakMachine: TreeMachine?
        do {
            let machine = TreeMachine(["Top/A", "Top/B"], initial: "A", resumingIn: "B")
            weakMachine = machine
            machine.deferRequests { machine.request("later") }
        }
        #expect(weakMachine == nil)
    }
}
