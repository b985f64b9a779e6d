import StatePattern

typealias FlatMachine = ScriptedMachine<FlatState>
typealias TreeMachine = ScriptedMachine<TreeState>

/// A state that answers as its script says, and writes down its entries and exits.
protocol ScriptedState: ContextState where Owner == ScriptedMachine<Self>, Family == Self {
    var name: String { get }
    var script: Script { get }
    init(_ name: String, in superstate: Self?, _ script: Script)
}

extension ScriptedState {
    func didEnter(_ machine: ScriptedMachine<Self>) { script.happened("enter \(name)", to: machine) }
    func willExit(_ machine: ScriptedMachine<Self>) { script.happened("exit \(name)", to: machine) }

    func answer(to request: String, for machine: ScriptedMachine<Self>) -> Reaction<Self> {
        switch script.answer(of: name, to: request, for: machine) {
        case .go(let target): .transition(to: machine.states[target]!)
        case .handled: .handled
        case .deferred: .deferred
        case .unhandled: .unhandled
        case .refused: .refused
        case .refusedBecause(let reason): machine.refuse(because: reason)
        }
    }
}

final class FlatState: ScriptedState {
    let name: String
    let script: Script

    init(_ name: String, in superstate: FlatState?, _ script: Script) { (self.name, self.script) = (name, script) }
}

final class TreeState: ScriptedState, ContextState {
    let name: String
    let script: Script
    let superstate: TreeState?
    /// Weak, because a substate holds its superstate; the machine holds them all.
    weak var initial: TreeState?
    /// The number of times that the core asked for the initial substate.
    private(set) var timesAsked = 0

    init(_ name: String, in superstate: TreeState?, _ script: Script) {
        (self.name, self.superstate, self.script) = (name, superstate, script)
    }

    var initialSubstate: TreeState? {
        timesAsked += 1
        return initial
    }
}

/// A machine of scripted states.
///
/// The states are given as paths, such as `"A/A1/A11"`, of their names; in a flat machine, a path is one name. No two
/// states have the same name. The first path leads to the initial state, unless another one is named.
class ScriptedMachine<State: ScriptedState>: Context<State>, Machine {
    let script: Script
    let states: [String: State]

    convenience init(_ paths: String..., initial: String? = nil) { self.init(paths, initial: initial) }

    init(_ paths: [String], initial: String? = nil, resumingIn leaf: String? = nil, script: Script = Script()) {
        var states: [String: State] = [:]
        for path in paths {
            var superstate: State?
            for name in path.split(separator: "/").map(String.init) {
                let state = states[name] ?? State(name, in: superstate, script)
                states[name] = state
                superstate = state
            }
        }
        (self.script, self.states) = (script, states)
        let first = paths[0].split(separator: "/").last.map(String.init)!
        super.init(initial: states[initial ?? first]!, resumingIn: leaf.map { states[$0]! })
    }

    var objects: [AnyObject] { [self] + states.values.map { $0 as AnyObject } }
    var current: String { state.name }
    var isInCurrent: Bool { isIn(state) }
    var underWay: String? { currentTransition.map { "\($0.request): \($0.source.name) → \($0.target.name)" } }

    @discardableResult func request(_ name: String) -> Outcome {
        delegate(name, request: name) { $0.answer(to: $2, for: $1) }
    }

    @discardableResult func request(_ name: String, amount: Int) -> Outcome {
        delegate(amount, request: name) { $0.answer(to: "\(name) \($2)", for: $1) }
    }

    func request(_ name: String, holding witness: Witness) -> Outcome {
        delegate((name, witness), request: name) { $0.answer(to: $2.0, for: $1) }
    }

    nonisolated(nonsending) func wait(
        for limit: Duration?, clock: any Clock<Duration>, untilIn state: String, holding witness: Witness
    ) async throws {
        try await wait(for: limit, clock: clock) { leaf in
            witness.hold()
            return leaf.name == state
        }
    }

    func watch(
        _ kind: ObservationKind, as observer: String?, for object: AnyObject?, holding witness: Witness?
    ) -> ObservationToken {
        let prefix = observer.map { "\($0): " } ?? ""
        func told(_ machine: ScriptedMachine, _ transition: Transition) {
            witness?.hold()
            machine.note("\(prefix)\(transition.source.name) → \(transition.target.name)")
        }
        func told(_ machine: ScriptedMachine, _ record: RequestRecord) {
            witness?.hold()
            let reason = record.refusal.map { ", \($0)" } ?? ""
            let line =
                record.transition.map { "\($0.source.name) → \($0.target.name)" }
                ?? "\(record.outcome) in \(record.state.name)\(reason)"
            machine.note("\(prefix)\(record.request): \(line)")
        }
        return switch (kind, object) {
        case (.transitions, nil): observe { [unowned self] in told(self, $0) }
        case (.transitions, let object?): observe(for: object) { told($1, $2) }
        case (.requests, nil): observeRequests { [unowned self] in told(self, $0) }
        case (.requests, let object?): observeRequests(for: object) { told($1, $2) }
        }
    }

    func watchStates() {
        observe { [unowned self] transition in
            let states = transition.exited.map { "exit \($0.name)" } + transition.entered.map { "enter \($0.name)" }
            note("\(transition.request): \(transition.source.name) → \(transition.target.name), \(states)")
        }
    }

    override func didNotHandle(_ request: String) { note("refused \(request)") }
}

extension TreeMachine {
    /// The lines of all hooks that its states have.
    var hooks: [String] { states.keys.flatMap { ["exit \($0)", "enter \($0)"] } }

    /// Makes `substate` the initial substate of another state.
    func setInitialSubstate(of state: String, to substate: String?) {
        states[state]!.initial = substate.map { states[$0]! }
    }

    /// Two branches of three levels, activated, with A11 as the current leaf, and an empty journal.
    ///
    /// - Parameters:
    ///   - answers: The answers of its states.
    ///   - initial: Their initial substates.
    /// - Returns: The tree.
    static func family(_ answers: [String: [String: Answer]] = [:], initial: [String: String] = [:]) -> TreeMachine {
        let tree = TreeMachine("A/A1/A11", "A/A1/A12", "A/A2/A21", "B/B1/B11", initial: "A11")
        tree.on(answers)
        for (state, substate) in initial { tree.setInitialSubstate(of: state, to: substate) }
        tree.activate()
        tree.script.journal = []
        return tree
    }
}
