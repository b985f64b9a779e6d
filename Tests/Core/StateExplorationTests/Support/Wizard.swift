import StateExploration
import StatePattern

/// A machine with two states of one name, each with an effect at its entry.
final class Wizard: Context<Wizard.State> {
    class State: ContextState {
        func didEnter(_ wizard: Wizard) { wizard.log.append("show") }
        func willExit(_ wizard: Wizard) {}
        func next(_ wizard: Wizard) -> Reaction { .unhandled }
        func back(_ wizard: Wizard) -> Reaction { .unhandled }
    }

    enum LogIn {
        final class Form: State {
            override func next(_ wizard: Wizard) -> Reaction { .transition(to: Payment.Form()) }
        }
    }

    enum Payment {
        final class Form: State {
            override func back(_ wizard: Wizard) -> Reaction { .transition(to: LogIn.Form()) }
        }
    }

    var log: [String] = []

    init(in state: String = "LogIn.Form") {
        let leaf = state == "Payment.Form" ? Payment.Form() : nil
        super.init(initial: LogIn.Form(), resumingIn: leaf)
    }

    @discardableResult func next() -> Outcome { delegate(State.next) }
    @discardableResult func back() -> Outcome { delegate(State.back) }

    static let requests: [String] = ["next", "back"]

    static func model(in state: String = "LogIn.Form") -> MachineModel<String> {
        MachineModel(
            { Wizard(in: state) }, requests: requests, perform: { $1 == "next" ? $0.next() : $0.back() },
            trace: { wizard in
                defer { wizard.log = [] }
                return wizard.log
            })
    }
}
