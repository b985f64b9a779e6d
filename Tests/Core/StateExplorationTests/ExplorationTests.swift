import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `Exploration` {
    @Test func `finds every state, the nearest first, with the shortest requests that lead there`() throws {
        let graph = try Ring.model(7).explore()
        #expect(graph.states == ["0", "1", "6", "2", "5", "3", "4"])
        #expect(
            graph.states.indices.map { graph.path(to: $0).joined(separator: " ") } == [
                "", "on", "back", "on on", "back back", "on on on", "back back back",
            ])
    }

    @Test func `a machine without end is an error with the requests that ran away`() {
        #expect {
            _ = try Ring.model(1_000_000, requests: ["on"]).explore(limit: 25)
        } throws: { error in
            "\(error)" == """
                There are more than 25 states. The last one, “25”, was reached by 25 requests that end with \
                on, on, on, on, on, on, on, on, on, on. Bound them with “within”, raise the limit, or let the data tell less.
                """
        }
    }

    @Test func `as many states as the limit allows are no error`() throws {
        for limit in [25, .max] { #expect(try Ring.model(25).explore(limit: limit).states.count == 25) }
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `chance is called chance, also if it shows itself only now and then`(seed: UInt64) throws {
        // An elevator that takes the nearest of its calls; of two that are as near, any.
        var generator = SeededGenerator(seed: seed)
        let elevator = MachineModel(
            { (floor: 1, calls: Set<Int>()) }, named: "elevator",
            requests: .init(["call 0", "call 2", "go"]) { elevator, request in
                guard request == "go" else {
                    return elevator.calls.insert(request == "call 0" ? 0 : 2).inserted ? .handled : .unhandled
                }
                let nearest = elevator.calls.map { abs($0 - elevator.floor) }.min()
                let next = elevator.calls.sorted().filter { abs($0 - elevator.floor) == nearest }
                guard let floor = next.randomElement(using: &generator) else { return .unhandled }
                elevator.floor = elevator.calls.remove(floor)!
                return .transitioned
            }, state: { "Waiting, at \($0.floor), calls \($0.calls.sorted())" })
        let error = try #require(throws: ExplorationError.self) { try elevator.explore() }
        guard case .notDeterministic = error else { return #expect("\(error)" == "chance") }
        #expect(error.description.hasSuffix("such as the order of a Set?"))
    }

    @Test(arguments: 1...4)
    func `a guard that needs several coins is found out, with the fewest requests that show it`(price: Int) {
        let machine = MachineModel(
            { 0 }, named: "machine",
            requests: .init(["coin", "play", "look"]) { coins, request in
                switch request {
                case "coin": coins += 1
                case "play" where coins >= price: coins -= price
                case "play": return .refused
                default: break
                }
                return .handled
            },
            state: { _ in "Idle" })
        #expect { _ = try machine.explore() } throws: { error in
            guard case .ambiguousState("Idle", "play", let first, let second)? = error as? ExplorationError else {
                return false
            }
            return first.path == [] && first.response.outcome == .refused
                && second.path == Array(repeating: "coin", count: price) && second.response.outcome == .handled
        }
    }

    // MARK: Advice

    /// A door that rings a bell when it is opened, and says what its bell does.
    private func bell(trace: @escaping (Int) -> [String]) -> MachineModel<String> {
        MachineModel(
            { (isOpen: false, count: 0) }, named: "bell",
            requests: .init(["open", "close"]) { door, request in
                guard door.isOpen != (request == "open") else { return .unhandled }
                door.isOpen.toggle()
                door.count += 1
                return .transitioned
            },
            state: { $0.isOpen ? "Open" : "Closed" }, trace: { trace($0.count) })
    }

    @Test func `that fails because a trace has a number says that it is the trace`() throws {
        let error = try #require(throws: ExplorationError.self) { try bell { ["ring(\($0))"] }.explore() }
        #expect(
            error.description == """
                “Closed” does not say all that the behavior depends on: “open” led to transitioned, Open [ring(1)] after \
                the start, but to transitioned, Open [ring(3)] after open, close. Only the traces differ: leave out of \
                them what changes each time, such as a number.
                """)
        #expect(throws: Never.self) { try bell { _ in ["ring"] }.explore() }
    }

    @Test func `that fails because the machine is always the same asks whether it is a new one`() throws {
        let shared = Turnstile()
        let model = MachineModel({ shared }, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])
        let error = try #require(throws: ExplorationError.self) { try model.explore() }
        #expect(
            error.description == """
                The system is not deterministic: “push” in “Locked” led once to transitioned, Locked after the start, \
                and once to unhandled, Locked after the start. Does the model’s “make” make a new machine each time, and \
                does nothing depend on time or chance, such as the order of a Set?
                """)
    }

    private func outcome<Request>(of model: MachineModel<Request>) -> String {
        do {
            return "\(try model.explore().states.count) states"
        } catch {
            return "\(error)"
        }
    }

    @Test func `of a machine that captures itself says that it is not freed`() {
        let advice = "are not freed: does an observer capture its context? “observe(for:)” passes the context to its"
        // Afterwards the machines are freed after all.
        var ends: [() -> Void] = []
        defer { for end in ends { end() } }
        let turnstile = MachineModel(
            { () -> Turnstile in
                let turnstile = Turnstile()
                ends.append(turnstile.observe { _ in _ = turnstile.state }.cancel)
                return turnstile
            }, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])
        #expect(outcome(of: turnstile) == "Machines of the model “Turnstile” \(advice) closure.")
    }

    @Test func `of a machine that is freed says nothing, nor of one with an owner that keeps the last one`() {
        let requests: RequestList<Turnstile> = [
            "insertCoin": { $0.insertCoin() }, "push": { $0.push() },
        ]
        let observed = MachineModel(
            { () -> Turnstile in
                let turnstile = Turnstile()
                turnstile.observe { [unowned turnstile] _ in _ = turnstile.state }
                turnstile.observe(for: Screen.shared) { _, turnstile, _ in _ = turnstile.state }
                return turnstile
            }, requests: requests)
        #expect(outcome(of: observed) == "2 states")
        var latest: Turnstile?
        let kept = MachineModel(
            { () -> Turnstile in
                let turnstile = Turnstile()
                latest = turnstile
                return turnstile
            }, requests: requests)
        #expect(outcome(of: kept) == "2 states")
        #expect(latest != nil)
        let shared = Turnstile()
        #expect(outcome(of: MachineModel({ shared }, requests: ["look": { _ in .handled }])) == "1 states")
        #expect(outcome(of: Ring.model(3)) == "3 states")
        #expect(outcome(of: MachineModel({ TurnstileEnum.locked }, requests: [:], state: \.rawValue)) == "1 states")
    }

    @Test func `tells the states that hold each other, and a state that keeps its context`() throws {
        var ends: [() -> Void] = []
        defer { for end in ends { end() } }
        func unfreed(_ join: @escaping (Couple) -> Void) throws -> [String] {
            try Couple.model {
                join($0)
                for state in [$0.left, $0.right] { ends.append { [weak state] in state?.held = nil } }
            }.explore().unfreed
        }
        #expect(try unfreed { $0.left.held = $0.right } == [])
        #expect(try unfreed { ($0.left.held, $0.right.held) = ($0.right, $0.left) } == ["Left", "Right"])
        #expect(try unfreed { $0.right.keepsContext = true } == ["couple"])
        let (left, right) = (Couple.Left(), Couple.Right())
        (left.held, right.held) = (right, left)
        defer { left.held = nil }
        #expect(try Couple.model(of: left, right).explore().unfreed == [], "Two machines have them in common.")
    }

    @MainActor @Test func `of a machine that a task of its hook holds says nothing`() async {
        var tasks: [Task<Void, Never>] = []
        let model = MachineModel({ Errand { tasks.append($0) } }, requests: ["again": { $0.again() }])
        #expect(outcome(of: model) == "1 states")
        #expect(!tasks.isEmpty)
        for task in tasks { await task.value }
    }

    @Test(arguments: [("\u{e9}", "e\u{301}", "U+00E9, or U+0301"), ("K", "\u{212a}", "ASCII, or U+212A")])
    func `tells how two names are written that look alike`(one: String, other: String, points: String) throws {
        let model = MachineModel(
            { "Start" },
            requests: .init(["one", "other", "go"]) { state, request in
                switch (state, request) {
                case ("Start", "one"): state = one
                case ("Start", "other"): state = other
                case (_, "go"): state = state.utf8.elementsEqual(one.utf8) ? "A" : "B"
                default: return .unhandled
                }
                return .transitioned
            },
            state: { $0 })
        let error = try #require(throws: ExplorationError.self) { try model.explore() }
        #expect(error.description.hasPrefix("“\(one) (\(points))” does not say all that the behavior depends on"))
    }

    // MARK: Limits

    @Test(arguments: [0, -1, Int.min]) func `has room for the initial state at least`(limit: Int) throws {
        let sentence = "There are more than \(limit) states: the initial one, “0”, is too many."
        let (one, other) = (Ring.model(1), Ring.model(1))
        let error = try #require(throws: ExplorationError.self) { try one.explore(limit: limit) }
        #expect(error.description == sentence)
        #expect(throws: error) { try one.compare(with: other, limit: limit) }
        #expect(throws: error) { try one.differences(from: other, limit: limit) }
    }

    @Test func `of a machine that defers without end is an error that says so`() throws {
        let printer = Printer.model(sheets: .max)
        let error = try #require(throws: ExplorationError.self) { try printer.explore() }
        #expect(
            error.description.hasPrefix(
                """
                More than 100 requests are deferred in “Printing”, which was reached by 102 requests that end with \
                \(Array(repeating: "print", count: 10).joined(separator: ", ")). Does the machine defer without end?
                """))
        #expect(throws: error) { try printer.compare(with: printer) }
        let more = try #require(throws: ExplorationError.self) { try printer.explore(limit: 2_200) }
        #expect(more.description.hasPrefix("More than 110 requests are deferred"))
    }

    @Test func `tells how far it is, before it explores a state`() throws {
        var progress: [[Int]] = []
        _ = try Ring.model(4).explore(progress: { progress.append([$0, $1]) })
        #expect(progress.map { $0[0] } == [0, 1, 2, 3] && progress.allSatisfy { $0[0] < $0[1] && $0[1] <= 4 })
    }

    @Test func `finds no cell where there is none`() async {
        let path = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Ring.model(3).explore().path(to: 3)
        }
        #expect(path?.errors.contains("The graph has no state 3: it has 3 states and 2 requests.") == true)
        let cell = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Ring.model(3).explore().replacingCell(0, -1, with: .init(outcome: nil, target: 0))
        }
        #expect(
            cell?.errors.contains("The graph has no cell 0, -1 that leads to 0: it has 3 states and 2 requests.")
                == true)
    }
}

/// Observes a machine, and outlives it.
private final class Screen: Sendable {
    static let shared = Screen()
}

/// A machine with two states that may hold each other.
private final class Couple: Context<Couple.State> {
    class State: ContextState {
        var held: AnyObject?
        var keepsContext = false

        func didEnter(_ couple: Couple) { if keepsContext { held = couple } }
        func willExit(_ couple: Couple) {}
        final func turn(_ couple: Couple) -> Reaction {
            .transition(to: self === couple.left ? couple.right : couple.left)
        }
    }
    final class Left: State {}
    final class Right: State {}

    let left: State
    let right: State

    init(_ left: State, _ right: State) {
        (self.left, self.right) = (left, right)
        super.init(initial: left)
    }

    static func model(_ join: @escaping (Couple) -> Void) -> MachineModel<String> {
        MachineModel(
            {
                let couple = Couple(Left(), Right())
                join(couple)
                return couple
            }, named: "couple", requests: ["turn": { $0.delegate(State.turn) }])
    }

    static func model(of left: State, _ right: State) -> MachineModel<String> {
        MachineModel({ Couple(left, right) }, requests: ["turn": { $0.delegate(State.turn) }])
    }
}

/// A machine with a hook that begins a task, which holds the machine until it runs.
@MainActor private final class Errand: Context<Errand.State> {
    @MainActor final class State: @MainActor ContextState {
        func didEnter(_ errand: Errand) { errand.begun(Task { errand.ended() }) }
        func willExit(_ errand: Errand) {}
        func again(_ errand: Errand) -> Reaction { .transition(to: self) }
    }

    private let begun: (Task<Void, Never>) -> Void

    init(begun: @escaping (Task<Void, Never>) -> Void) {
        self.begun = begun
        super.init(initial: State())
    }

    func again() -> Outcome { delegate(State.again) }
    func ended() {}
}
