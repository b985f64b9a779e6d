import StatePattern

/// A machine of scripted states without superstates; the first one is the initial state.
class FlatMachine: Context<FlatMachine.State>, Machine {
    let script: Script
    let states: [String: State]

    convenience init(_ names: String...) { self.init(names) }

    init(_ names: [String], resumingIn leaf: String? = nil) {
        let script = Script()
        let all = names.map { State($0, script) }
        self.script = script
        let states = Dictionary(uniqueKeysWithValues: zip(names, all))
        self.states = states
        super.init(initial: all[0], resumingIn: leaf.map { states[$0]! })
    }

    var current: String { state.label }
    var isInCurrent: Bool { isIn(state) }
    var underWay: String? { currentTransition.map { "\($0.request): \($0.source.label) → \($0.target.label)" } }

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

extension FlatMachine {
    final class State: ContextState {
        let label: String
        let script: Script

        init(_ label: String, _ script: Script) {
            self.label = label
            self.script = script
        }

        func didEnter(_ machine: FlatMachine) { script.happened("enter \(label)", to: machine) }
        func willExit(_ machine: FlatMachine) { script.happened("exit \(label)", to: machine) }

        func answer(to request: String, for machine: FlatMachine) -> Reaction<State> {
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
