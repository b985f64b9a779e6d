import StatePattern

/// An observer of transitions, or of requests.
enum ObservationKind: CaseIterable, Sendable {
    case transitions, requests
}

extension Context {
    func observe(_ kind: ObservationKind, for object: AnyObject?, holding witness: Witness) -> ObservationToken {
        switch (kind, object) {
        case (.transitions, nil): observe { _ in witness.hold() }
        case (.transitions, let object?): observe(for: object) { _, _, _ in witness.hold() }
        case (.requests, nil): observeRequests { _ in witness.hold() }
        case (.requests, let object?): observeRequests(for: object) { _, _, _ in witness.hold() }
        }
    }

    func changes(holding witness: Witness) -> AsyncStream<String> {
        changes { transition in
            witness.hold()
            return transition.request
        }
    }
}

/// A scripted state's reaction to a request; `go` names the target.
enum Answer: Hashable, Sendable {
    case go(String)
    case handled
    case deferred
    case unhandled
    case refused
    case refusedBecause(String)
}

/// The reactions and actions of a machine's states, as a test sets them, and the journal of what happened.
///
/// States hold their script and the script holds no machine, so a scripted machine is freed like any other.
final class Script {
    var journal: [String] = []
    /// Called for each line, after the action that is set for it.
    var follow: (String) -> Void = { _ in }
    private var answers: [String: (any Machine) -> Answer] = [:]
    private var actions: [String: (any Machine) -> Void] = [:]

    func set(_ request: String, in state: String, _ answer: @escaping (any Machine) -> Answer) {
        answers["\(state): \(request)"] = answer
    }

    func set(_ line: String, _ action: @escaping (any Machine) -> Void) {
        actions[line] = action
    }

    func answer(of state: String, to request: String, for machine: any Machine) -> Answer {
        answers["\(state): \(request)"]?(machine) ?? .unhandled
    }

    /// Writes a line into the journal and does what the test wants done at this point.
    func happened(_ line: String, to machine: any Machine) {
        journal.append(line)
        actions[line]?(machine)
        follow(line)
    }
}

/// A machine of scripted states that writes down what happens to it.
///
/// The journal has these lines: `enter B`, `exit A`, `refused go`, and for an observer `A → B` or `first: A → B`.
protocol Machine: AnyObject {
    var script: Script { get }
    /// The machine and its states.
    var objects: [AnyObject] { get }
    /// The name of the current state.
    var current: String { get }

    @discardableResult func request(_ name: String) -> Outcome
    /// Makes a request with an amount; states answer it as the request `pay 3`.
    @discardableResult func request(_ name: String, amount: Int) -> Outcome
    /// Makes a request with an argument that holds `witness`.
    func request(_ name: String, holding witness: Witness) -> Outcome
    func activate()
    func deactivate()
    /// Adds an observer that writes a line for each transition, `A → B`, or for each request that is answered,
    /// `go: unhandled in A` or `go: A → B`, behind its own name if it has one.
    func watch(
        _ kind: ObservationKind, as observer: String?, for object: AnyObject?, holding witness: Witness?
    ) -> ObservationToken
    /// Adds an observer that writes a line for each transition, with the states that it exits and enters.
    func watchStates()
    /// Adds an observer with a closure that holds `witness`, for `object` if there is one.
    func observe(_ kind: ObservationKind, for object: AnyObject?, holding witness: Witness) -> ObservationToken
    /// A stream with a closure that holds `witness`.
    func changes(holding witness: Witness) -> AsyncStream<String>
    /// Waits for a state, with a predicate that holds `witness`.
    nonisolated(nonsending) func wait(
        for limit: Duration?, clock: any Clock<Duration>, untilIn state: String, holding witness: Witness
    ) async throws

    var isActive: Bool { get }
    /// The machine is in the state that is its current one.
    var isInCurrent: Bool { get }
    /// The transition that is being made, if there is one: `go: A → B`.
    var underWay: String? { get }
    var deferredRequests: [String] { get }
    var deferredArguments: [Any?] { get }
    func deferRequests(madeBy body: () -> Void)
    @discardableResult func withdrawDeferredRequests(where predicate: (String) -> Bool) -> Int
}

extension Machine {
    var journal: [String] { script.journal }

    /// Lets states answer requests, always in the same way.
    func on(_ answers: [String: [String: Answer]]) {
        for (state, answers) in answers { for (request, answer) in answers { on(request, in: state, answer) } }
    }

    /// Lets a state answer a request, always in the same way, after it has written a line and made requests.
    func on(
        _ request: String, in state: String, _ answer: Answer, noting line: String? = nil, making requests: String...
    ) {
        on(request, in: state) { machine in
            if let line { machine.note(line) }
            for request in requests { machine.request(request) }
            return answer
        }
    }

    /// Lets a state answer a request with what `handler` returns.
    func on(_ request: String, in state: String, handler: @escaping (any Machine) -> Answer) {
        script.set(request, in: state, handler)
    }

    /// Lets a state handle requests and write down their names.
    func listen(for requests: String..., in state: String) {
        for request in requests { on(request, in: state, .handled, noting: request) }
    }

    /// Makes requests, one after the other.
    func request(each names: String...) { for name in names { request(name) } }

    /// Does something each time that `line` gets into the journal, at that point.
    func when(_ line: String, _ action: @escaping (any Machine) -> Void) {
        script.set(line, action)
    }

    func note(_ line: String) { script.happened(line, to: self) }

    @discardableResult func watch(
        _ kind: ObservationKind = .transitions, as observer: String? = nil
    ) -> ObservationToken { watch(kind, as: observer, for: nil, holding: nil) }

    @discardableResult func watchRequests() -> ObservationToken { watch(.requests) }

    /// The lines that `body` adds to the journal.
    func journal(of body: () -> Void) -> [String] {
        let before = journal.count
        body()
        return Array(journal[before...])
    }

    /// The lines that a request adds to the journal.
    func journal(of request: String) -> [String] {
        journal { self.request(request) }
    }
}

/// The two kinds of machine, for the rules that are the same in both: each has the leaves A, B and C.
///
/// In the tree the three lie side by side on the third level, so that a transition between them exits one state and
/// enters one. Both come activated, with A as the current leaf and an empty journal.
enum Shape: CaseIterable, Codable, Sendable {
    case flat, tree

    var machine: any Machine { machine([:]) }

    /// The machine, with the answers of its states.
    func machine(_ answers: [String: [String: Answer]]) -> any Machine {
        let machine = newMachine
        machine.on(answers)
        machine.activate()
        machine.script.journal = []
        return machine
    }

    /// A machine that has not been activated.
    var newMachine: any Machine { machine(resumingIn: nil) }

    /// A machine that resumes in `leaf`, or that has not been activated when there is none.
    func machine(resumingIn leaf: String?) -> any Machine {
        switch self {
        case .flat: FlatMachine(["A", "B", "C"], resumingIn: leaf)
        case .tree: TreeMachine(["Top/Middle/A", "Top/Middle/B", "Top/Middle/C"], initial: "A", resumingIn: leaf)
        }
    }

    /// The state that requests go to when the leaves leave them unhandled; in a flat machine there is none.
    var superstate: String? { self == .tree ? "Top" : nil }

    /// The journal of an activation.
    var entries: [String] {
        switch self {
        case .flat: ["enter A"]
        case .tree: ["enter Top", "enter Middle", "enter A"]
        }
    }

    /// The journal of a deactivation in `leaf`.
    func exits(from leaf: String) -> [String] {
        switch self {
        case .flat: ["exit \(leaf)"]
        case .tree: ["exit \(leaf)", "exit Middle", "exit Top"]
        }
    }
}
