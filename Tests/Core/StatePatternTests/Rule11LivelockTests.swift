import StatePattern
import Testing

@Suite struct Livelock {
    @Test(arguments: Shape.allCases)
    func `Rule 11: so many follow-ups of one request as there are, again and again`(shape: Shape) {
        let machine = shape.machine
        var steps = 0
        machine.on("step", in: "A") { _ in
            steps += 1
            return .handled
        }
        machine.on("start", in: "A") { machine in
            for _ in 0..<20_000 { machine.request("step") }
            return .handled
        }
        for _ in 1...2 { #expect(machine.request("start") == .handled) }
        #expect(steps == 40_000)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 11: so many requests of one observer as it makes`(shape: Shape) {
        let machine = shape.machine
        var steps = 0
        machine.on("go", in: "A", .go("B"))
        machine.on("step", in: "B") { _ in
            steps += 1
            return .handled
        }
        machine.watch()
        machine.when("A → B") { machine in for _ in 0..<15_000 { machine.request("step") } }
        #expect(machine.request("go") == .transitioned)
        #expect(steps == 15_000)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 11: so many deferred requests as there are, even if each is sent with transitions of its own`(
        shape: Shape
    ) {
        let machine: any Machine =
            switch shape {
            case .flat: Limited("A", "B", "C")
            case .tree: LimitedTree("Top/A", "Top/B", "Top/C", initial: "A")
            }
        machine.activate()
        for state in ["A", "C"] { machine.on("send", in: state, .deferred) }
        machine.on("connect", in: "A", .go("B"))
        var sent = 0
        machine.on("send", in: "B") { _ in
            sent += 1
            return .go("C")
        }
        machine.on("sent", in: "C", .go("B"))
        machine.when("enter C") { $0.request("sent") }
        for _ in 0..<20 { machine.request("send") }
        #expect(machine.request("connect") == .transitioned)
        #expect(sent == 20)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 11: 20000 deferred requests are handled after one transition`(shape: Shape) {
        let machine = shape.machine
        var sent = 0
        machine.on("send", in: "A", .deferred)
        machine.on("send", in: "B") { _ in
            sent += 1
            return .handled
        }
        machine.on("go", in: "A", .go("B"))
        for _ in 0..<20_000 { machine.request("send") }
        machine.request("go")
        #expect(sent == 20_000)
    }

    @Test(arguments: [9_999, 10_000])
    func `Rule 11: ten thousand requests that each make the next one are allowed`(count: Int) {
        #expect(Self.chain(of: count).request("step") == .handled)
    }

    @Test func `Rule 11: one more traps and names the last ones`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.chain(of: 10_001).request("step")
        }
        #expect(
            result?.errors.contains(
                "More than 10000 requests of one call, each made by the one before; the last ones were step, step,")
                == true)
    }

    /// A machine whose handler of `step` makes that request once more, so many times.
    private static func chain(of count: Int) -> FlatMachine {
        let machine = FlatMachine("A")
        machine.activate()
        var left = count
        machine.on("step", in: "A") { machine in
            left -= 1
            if left >= 0 { machine.request("step") }
            return .handled
        }
        return machine
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
        #expect(result?.errors.contains("the last ones were again, again, again, again.") == true)
    }

    @Test func `Rule 11: hooks that activate and deactivate forever trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = FlatMachine("A")
            machine.when("enter A") { $0.deactivate() }
            machine.when("exit A") { $0.activate() }
            machine.activate()
        }
        #expect(
            result?.errors.contains("the last ones were activate(), deactivate(), activate(), deactivate().") == true)
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
        #expect(result?.errors.contains("More than 10000 requests of one call") == true)
    }

    @Test(arguments: Shape.allCases, ["handler", "observer"])
    func `Rule 11: a deferred request that lets itself be tried again forever traps`(shape: Shape, maker: String) async
    {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [shape = shape as Shape, maker = maker as String] in
            let machine = shape.machine
            machine.on("later", in: "A") { machine in
                if maker == "handler" { machine.request("again") }
                return .deferred
            }
            machine.on("again", in: "A", .go("A"))
            if maker == "observer" {
                machine.watchRequests()
                machine.when("later: deferred in A") { $0.request("again") }
            }
            machine.request("later")
        }
        #expect(result?.errors.contains("the last ones were ") == true)
        #expect(result?.errors.contains("later") == true)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 11: deferred requests that wait for each other are no livelock`(shape: Shape) {
        let machine: any Machine =
            switch shape {
            case .flat: Limited("A", "B", "C")
            case .tree: LimitedTree("Top/A", "Top/B", "Top/C", initial: "A")
            }
        machine.activate()
        var done = 0
        machine.on("job", in: "A", .go("B"))
        machine.on("job", in: "B", .deferred)
        machine.on("done", in: "B") { _ in
            done += 1
            return .go("A")
        }
        machine.watch()
        for _ in 0..<20 { machine.request("job") }
        while machine.current == "B" { machine.request("done") }
        #expect(done == 20)
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

    @Test(arguments: Shape.allCases)
    func `Rule 11: two states that lead to each other without end trap after 10000 links`(shape: Shape) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [shape = shape as Shape] in
            let machine = shape.machine
            machine.on("there", in: "A", .go("B"))
            machine.on("back", in: "B", .go("A"))
            var transitions = 0
            for line in ["enter A", "enter B"] {
                machine.when(line) { machine in
                    transitions += 1
                    precondition(transitions <= 10_001, "The first one, and one for each link.")
                    machine.request(line == "enter A" ? "there" : "back")
                }
            }
            machine.request("there")
        }
        #expect(
            result?.errors.contains(
                "More than 10000 requests of one call, each made by the one before; the last ones were ") == true)
        #expect(result?.errors.contains("there, back, there") == true)
        #expect(result?.errors.contains("Machine.") == true)
    }

    @Test func `Rule 11: the trap names the requests of the circle, and where the machine is`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Door().open()
        }
        #expect(result?.errors.contains("the last ones were ") == true)
        #expect(result?.errors.contains("open(), close()") == true)
        #expect(result?.errors.contains(" of Door.") == true)
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

    /// A machine that allows chains of three requests.
    final class Limited: FlatMachine {
        override class var followUpLimit: Int { 3 }
    }

    /// The same, with superstates.
    final class LimitedTree: TreeMachine {
        override class var followUpLimit: Int { 3 }
    }

    @Test func `Rule 11: a subclass sets the limit`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = Limited("A")
            for number in 1...9 {
                machine.on("\(number)", in: "A") { machine in
                    machine.request("\(number + 1)")
                    return .handled
                }
            }
            machine.request("1")
        }
        #expect(
            result?.errors.contains(
                "More than 3 requests of one call, each made by the one before; the last ones were 2, 3, 4, 5.") == true
        )
    }
}
