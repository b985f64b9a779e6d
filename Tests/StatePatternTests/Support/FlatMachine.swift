import StatePattern

/// A machine of scripted states without superstates; the first one is the initial state.
class FlatMachine: Context<FlatMachine.State>, Machine {
    let script: Script
    let states: [String: State]

    convenience init(_ names: String...) { self.init(names) }

    init(_ names: [String]) {
        let script = Script()
        let all = names.map { State($0, script) }
        self.script = script
        states = Dictionary(uniqueKeysWithValues: zip(names, all))
        super.init(initial: all[0])
    }

    var current: String { state.label }

    @discardableResult func request(_ name: String) -> Outcome {
        delegate(name, request: name) { $0.answer(to: $2, for: $1) }
    }

    @discardableResult func watch(as observer: String?) -> ObservationToken {
        let prefix = observer.map { "\($0): " } ?? ""
        return observe { [unowned self] in note("\(prefix)\($0.source.label) → \($0.target.label)") }
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
            }
        }
    }
}
