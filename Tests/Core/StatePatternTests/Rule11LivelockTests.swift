import Testing

@testable import StatePattern

/// Requests that come to an end, however many there are. `TrapTests` has those that do not.
@Suite struct Livelock {
    @Test(arguments: Shape.allCases, ["handler", "observer", "transition"])
    func `Rule 11: any number of requests of one handler, of one observer, or after one transition`(
        shape: Shape, maker: String
    ) {
        let machine = shape.machine(["A": ["later": .deferred, "go": .go("B")]])
        var steps = 0
        for (request, state) in [("step", "A"), ("step", "B"), ("later", "B")] {
            machine.on(request, in: state) { _ in
                steps += 1
                return .handled
            }
        }
        func make(_ request: String, on machine: any Machine) { for _ in 0..<20_000 { machine.request(request) } }
        switch maker {
        case "handler":
            machine.on("start", in: "A", .handled, noting: "started")
            machine.when("started") { make("step", on: $0) }
            for _ in 1...2 { #expect(machine.request("start") == .handled) }
        case "observer":
            machine.watch()
            machine.when("A → B") { make("step", on: $0) }
            #expect(machine.request("go") == .transitioned)
        default:
            make("later", on: machine)
            machine.request("go")
        }
        #expect(steps == (maker == "handler" ? 40_000 : 20_000))
    }

    /// A machine that allows chains of three requests, activated.
    private func limited(_ shape: Shape, _ answers: [String: [String: Answer]]) -> any Machine {
        let machine: any Machine =
            switch shape {
            case .flat: Limited("A", "B", "C")
            case .tree: LimitedTree("Top/A", "Top/B", "Top/C")
            }
        machine.on(answers)
        machine.activate()
        return machine
    }

    @Test(arguments: Shape.allCases)
    func `Rule 11: any number of deferred requests, even if each is sent with its own transitions`(
        shape: Shape
    ) {
        let machine = limited(
            shape, ["A": ["send": .deferred, "connect": .go("B")], "C": ["send": .deferred, "sent": .go("B")]])
        machine.on("send", in: "B", .go("C"), noting: "sending")
        machine.when("enter C") { $0.request("sent") }
        for _ in 0..<20 { machine.request("send") }
        #expect(machine.request("connect") == .transitioned)
        #expect(machine.journal.count { $0 == "sending" } == 20)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 11: deferred requests that wait for each other are no livelock`(shape: Shape) {
        let machine = limited(shape, ["A": ["job": .go("B")], "B": ["job": .deferred]])
        machine.on("done", in: "B", .go("A"), noting: "done")
        machine.watch()
        for _ in 0..<20 { machine.request("job") }
        while machine.current == "B" { machine.request("done") }
        #expect(machine.journal.count { $0 == "done" } == 20)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 11: each call from outside begins to count anew`(shape: Shape) {
        let machine = limited(shape, [:])
        for step in 0..<3 { machine.on("\(step)", in: "A", .handled, making: "\(step + 1)") }
        machine.on("3", in: "A", .handled, noting: "done")
        for _ in 1...500 { machine.request("0") }
        #expect(machine.journal.count { $0 == "done" } == 500)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 11: a request that an earlier call deferred counts as made from outside`(shape: Shape) {
        let machine = limited(shape, ["A": ["go": .go("B"), "3": .deferred], "B": ["go": .go("A")]])
        for step in 0..<6 where step != 3 { machine.on("\(step)", in: "A", .handled, making: "\(step + 1)") }
        machine.on("3", in: "B", .handled, making: "4")
        for step in 4...5 { machine.on("\(step)", in: "B", .handled, making: "\(step + 1)") }
        machine.on("6", in: "B", .handled, noting: "done")
        for _ in 1...2 {
            machine.request("0")
            #expect(machine.deferredRequests == ["3"])
            machine.request("go")
            machine.request("go")
        }
        #expect(machine.journal.count { $0 == "done" } == 2)
    }

    @Test(arguments: [9_999, 10_000])
    func `Rule 11: ten thousand requests that each make the next one are allowed`(count: Int) {
        #expect(Self.chain(of: count).request("step") == .handled)
    }

    @Test func `Rule 11: a chain without a limit may be longer than its counter can tell`() {
        var queue = RequestQueue<FlatState>()
        queue.depth = .max
        queue.append(.init(.activate, "activate()"))
        queue.deferred.append(.init(.activate, "activate()"))
        queue.linkDeferred()
        #expect(queue.next()?.depth == 0)
    }

    /// A machine with a handler of `step` that makes that request again, a number of times.
    static func chain(of count: Int) -> any Machine {
        let machine = Shape.flat.machine
        var left = count
        machine.on("step", in: "A") { machine in
            left -= 1
            if left >= 0 { machine.request("step") }
            return .handled
        }
        return machine
    }

    @Test(arguments: Shape.allCases, [5_000, 20_000])
    func `Rule 11: a recalled request that is deferred once more is no livelock, however many there are`(
        shape: Shape, count: Int
    ) {
        let machine = shape.machine(["A": ["later": .deferred, "go": .go("B")], "B": ["later": .deferred]])
        for _ in 0..<count { machine.request("later") }
        #expect(machine.request("go") == .transitioned)
        #expect(machine.deferredRequests.count == count)
        #expect(machine.journal == ["exit A", "enter B"])
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
