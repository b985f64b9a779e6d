import StatePattern

/// A flat machine on the context of “The context in forty lines” that does as planned.
final class PlannedMachine: FortyLines.Context<PlannedMachine.State> {
    private let plan: RandomPlan
    private let states: [String: State]
    private var followUps: [String: [RandomPlan.Step]]
    private var actions: [String: (PlannedMachine) -> Void] = [:]
    private(set) var journal: [String] = []

    init(_ plan: RandomPlan) {
        self.plan = plan
        states = Dictionary(uniqueKeysWithValues: plan.superstates.keys.map { ($0, State($0)) })
        followUps = plan.followUps
        super.init(initial: states[plan.initials[0]]!)
        for observer in ["first", "second"] { watch(as: observer) }
    }

    @discardableResult func request(_ name: String) -> Outcome {
        Outcome(delegate { state in { state.answer(to: name, for: $0) } })
    }

    /// Adds an observer that writes a line for each transition, behind its own name.
    func watch(as observer: String) {
        observe { [unowned self] in note("\(observer): \($0.label) → \($1.label)") }
    }

    /// Does something each time that `line` gets into the journal, at that point.
    func when(_ line: String, _ action: @escaping (PlannedMachine) -> Void) { actions[line] = action }

    /// Writes a line into the journal, and does what is planned for it.
    func note(_ line: String) {
        journal.append(line)
        actions[line]?(self)
        for case .request(let name) in followUps.removeValue(forKey: line) ?? [] { request(name) }
    }
}

extension PlannedMachine {
    final class State: FortyLines.ContextState {
        let label: String

        init(_ label: String) { self.label = label }

        func didEnter(_ machine: PlannedMachine) { machine.note("enter \(label)") }
        func willExit(_ machine: PlannedMachine) { machine.note("exit \(label)") }

        func answer(to request: String, for machine: PlannedMachine) -> Reaction {
            switch machine.plan.answers[label]?[request] {
            case .go(let target):
                machine.note("\(label) moves on \(request)")
                return .transition(to: machine.states[target]!)
            case .handled:
                machine.note("\(label) handles \(request)")
                return .handled
            case .refused:
                machine.note("\(label) refuses \(request)")
                return .refused
            default: return .unhandled
            }
        }
    }
}

extension Outcome {
    init(_ outcome: FortyLines.Outcome) {
        self =
            switch outcome {
            case .transitioned: .transitioned
            case .handled: .handled
            case .unhandled: .unhandled
            case .refused: .refused
            case .queued: .queued
            }
    }
}
