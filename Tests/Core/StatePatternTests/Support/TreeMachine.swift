import StatePattern

/// A machine of scripted states in a tree.
///
/// The tree is given as the paths of its leaves, `"A/A1/A11"`, whose parts are the names of the states; no two states
/// have the same name.
class TreeMachine: Context<TreeMachine.State>, Machine {
    let script: Script
    let states: [String: State]

    convenience init(_ paths: String..., initial: String) { self.init(paths, initial: initial) }

    init(_ paths: [String], initial: String, resumingIn leaf: String? = nil) {
        let script = Script()
        var states: [String: State] = [:]
        for path in paths {
            var superstate: State?
            for name in path.split(separator: "/").map(String.init) {
                let state = states[name] ?? State(name, in: superstate, script)
                states[name] = state
                superstate = state
            }
        }
        self.script = script
        self.states = states
        super.init(initial: states[initial]!, resumingIn: leaf.map { states[$0]! })
    }

    var current: String { state.label }
    var isInCurrent: Bool { isIn(state) }
    var underWay: String? { currentTransition.map { "\($0.request): \($0.source.label) → \($0.target.label)" } }

    /// Makes `substate` the initial substate of another state.
    func setInitialSubstate(of state: String, to substate: String?) {
        states[state]!.initial = substate.map { states[$0]! }
    }

    @discardableResult func request(_ name: String) -> Outcome {
        delegate(name, request: name) { $0.answer(to: $2, for: $1) }
    }

    @discardableResult func request(_ name: String, amount: Int) -> Outcome {
        delegate(amount, request: name) { $0.answer(to: "\(name) \($2)", for: $1) }
    }

    nonisolated(nonsending) func wait(
        for limit: Duration?, clock: any Clock<Duration>, untilIn state: String, holding witness: Witness
    ) async throws {
        try await wait(for: limit, clock: clock) { leaf in
            witness.hold()
            return leaf.label == state
        }
    }

    @discardableResult func watch(as observer: String?) -> ObservationToken {
        let prefix = observer.map { "\($0): " } ?? ""
        return observe { [unowned self] in note("\(prefix)\($0.source.label) → \($0.target.label)") }
    }

    @discardableResult func watchRequests() -> ObservationToken {
        observeRequests { [unowned self] record in
            let reason = record.refusal.map { ", \($0)" } ?? ""
            let line =
                record.transition.map { "\($0.source.label) → \($0.target.label)" }
                ?? "\(record.outcome) in \(record.state.label)\(reason)"
            note("\(record.request): \(line)")
        }
    }

    override func didNotHandle(_ request: String) { note("refused \(request)") }
}

extension TreeMachine {
    final class State: HierarchicalState {
        let label: String
        let script: Script
        let superstate: State?
        /// Weak, because a substate holds its superstate; the machine holds them all.
        weak var initial: State?
        /// The number of times that the core asked for the initial substate.
        private(set) var timesAsked = 0

        init(_ label: String, in superstate: State?, _ script: Script) {
            self.label = label
            self.superstate = superstate
            self.script = script
        }

        var initialSubstate: State? {
            timesAsked += 1
            return initial
        }

        func didEnter(_ machine: TreeMachine) { script.happened("enter \(label)", to: machine) }
        func willExit(_ machine: TreeMachine) { script.happened("exit \(label)", to: machine) }

        func answer(to request: String, for machine: TreeMachine) -> Reaction<State> {
            switch script.answer(of: label, to: request, for: machine) {
            case .go(let target): .transition(to: machine.states[target]!)
            case .handled: .handled
            case .deferred: .deferred
            case .unhandled: .unhandled
            case .refused: .refused
            case .refusedBecause(let reason): machine.refuse(because: reason)
            }
        }
    }
}

extension TreeMachine {
    /// Two branches of three levels, activated, with A11 as the current leaf, and an empty journal.
    static func family() -> TreeMachine {
        let tree = TreeMachine("A/A1/A11", "A/A1/A12", "A/A2/A21", "B/B1/B11", initial: "A11")
        tree.activate()
        tree.script.journal = []
        return tree
    }
}
