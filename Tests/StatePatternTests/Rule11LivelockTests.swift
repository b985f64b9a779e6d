import StatePattern
import Testing

@Suite struct Livelock {
    /// A machine that asks for `step` so many times, in a row or from each other.
    private static func counter(from times: Int) -> FlatMachine {
        let machine = FlatMachine("A")
        machine.activate()
        machine.on("step", in: "A", .handled)
        machine.on("start", in: "A") { machine in
            for _ in 0..<times { machine.request("step") }
            return .handled
        }
        return machine
    }

    @Test func `Rule 11: ten thousand follow-ups of one request are allowed, again and again`() {
        let machine = Self.counter(from: 10_000)
        for _ in 1...2 { #expect(machine.request("start") == .handled) }
    }

    @Test func `Rule 11: one follow-up more traps and names the request`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.counter(from: 10_001).request("start")
        }
        #expect(
            result?.errors.contains(
                "More than 10000 follow-ups and recalled requests of one call; the last one was step.") == true)
    }

    /// Pitfall: endless follow-ups hang the caller.
    @Test func `Rule 11: a request that keeps asking for itself traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tree = TreeMachine.family()
            tree.on("again", in: "A") { machine in
                machine.request("again")
                return .go("A1")
            }
            tree.request("again")
        }
        #expect(result?.errors.contains("the last one was again.") == true)
    }

    @Test func `Rule 11: hooks that activate and deactivate forever trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = FlatMachine("A")
            machine.when("enter A") { $0.deactivate() }
            machine.when("exit A") { $0.activate() }
            machine.activate()
        }
        #expect(result?.errors.contains("activate().") == true)
    }

    @Test func `Rule 11: requests that are recalled and deferred forever trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = FlatMachine("A")
            machine.activate()
            machine.on("later", in: "A", .deferred)
            machine.on("again", in: "A", .go("A"))
            machine.when("enter A") { $0.request("again") }
            machine.request("later")
            machine.request("again")
        }
        #expect(result?.errors.contains("More than 10000 follow-ups") == true)
    }

    /// A machine that allows three follow-ups and asks for some more whenever it enters A.
    private final class Limited: FlatMachine {
        override class var followUpLimit: Int { 3 }

        convenience init(followUps: Int) {
            self.init("A")
            when("enter A") { for _ in 0..<followUps { $0.request("step") } }
        }
    }

    @Test func `Rule 11: an activation at rest is no follow-up of itself`() {
        let machine = Limited(followUps: 3)
        machine.activate()
        #expect(machine.journal.count == 4)
    }

    @Test func `Rule 11: requests that are recalled count as well`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = Limited(followUps: 0)
            machine.on("later", in: "A", .deferred)
            machine.on("go", in: "A") { machine in
                machine.on("later", in: "A", .handled)
                return .go("A")
            }
            for _ in 1...4 { machine.request("later") }
            machine.request("go")
        }
        #expect(
            result?.errors.contains("More than 3 follow-ups and recalled requests of one call; the last one was later.")
                == true)
    }

    @Test(arguments: Shape.allCases, [5_000, 20_000])
    func `Rule 11: a recalled request that is deferred once more is no livelock, however many there are`(
        shape: Shape, count: Int
    ) {
        let machine = shape.machine
        for state in ["A", "B"] { machine.on("later", in: state, .deferred) }
        machine.on("go", in: "A", .go("B"))
        for _ in 0..<count { machine.request("later") }
        #expect(machine.request("go") == .transitioned)
        #expect(machine.deferredRequests.count == count)
        #expect(machine.journal == ["exit A", "enter B"])
    }

    @Test func `Rule 11: the trap tells where the machine is and what would come next`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Door().open()
        }
        #expect(
            result?.errors.contains(
                "the last one was close(). It is in Closed of Door. Next would come: ring() open().")
                == true)
    }

    /// A door that opens, rings and closes without end.
    private final class Door: Context<Door.State> {
        let opened = Opened()
        let closed = Closed()

        init() { super.init(initial: closed) }

        func open() { delegate { $0.open($1) } }
        func ring() { delegate { _, _ in .handled } }
        func close() { delegate { $0.close($1) } }

        class State: ContextState {
            func didEnter(_ door: Door) {}
            func willExit(_ door: Door) {}
            func open(_ door: Door) -> Reaction<State> { .unhandled }
            func close(_ door: Door) -> Reaction<State> { .unhandled }
        }

        final class Closed: State {
            override func didEnter(_ door: Door) { door.open() }
            override func open(_ door: Door) -> Reaction<State> { .transition(to: door.opened) }
        }

        final class Opened: State {
            override func didEnter(_ door: Door) {
                door.close()
                door.ring()
            }
            override func close(_ door: Door) -> Reaction<State> { .transition(to: door.closed) }
        }
    }

    @Test func `Rule 11: a subclass sets the limit`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Limited(followUps: 4).activate()
        }
        #expect(
            result?.errors.contains("More than 3 follow-ups and recalled requests of one call; the last one was step.")
                == true)
    }
}
