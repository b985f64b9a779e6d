import StatePattern
import Testing

/// **External transition to a descendant**: a printer that is reset leaves and re-enters its superstate.
///
/// A transition to a descendant leaves the handling state un-exited (rule 4). When it shall be exited, it goes to
/// itself and answers the descendant as its initial substate.
private final class Printer: Context<Printer.State> {
    var journal: [String] = []

    init() { super.init(initial: On()) }

    func warmedUp() { delegate { $0.warmedUp($1) } }
    func reset() { delegate { $0.reset($1) } }
    func cancelJob() { delegate { $0.cancelJob($1) } }
}

extension Printer {
    class State: HierarchicalState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ printer: Printer) { printer.journal.append("enter \(name)") }
        func willExit(_ printer: Printer) { printer.journal.append("exit \(name)") }
        func warmedUp(_ printer: Printer) -> Reaction<State> { .unhandled }
        func reset(_ printer: Printer) -> Reaction<State> { .unhandled }
        func cancelJob(_ printer: Printer) -> Reaction<State> { .unhandled }
    }

    fileprivate final class On: State {
        override var initialSubstate: State? { WarmingUp(in: self) }

        // External: to itself, and from there to its initial substate.
        override func reset(_ printer: Printer) -> Reaction<State> { .transition(to: self) }
        // Local: straight to a descendant.
        override func cancelJob(_ printer: Printer) -> Reaction<State> { .transition(to: Ready(in: self)) }
    }

    fileprivate class Mode: State {
        let on: On
        init(in on: On) { self.on = on }
        override var superstate: State? { on }
    }

    fileprivate final class WarmingUp: Mode {
        override func warmedUp(_ printer: Printer) -> Reaction<State> { .transition(to: Ready(in: on)) }
    }

    fileprivate final class Ready: Mode {}
}

@Suite struct ExternalTransitionRecipe {
    @Test func `External transition: a composite that goes to itself is exited on the way to its descendant`() {
        let printer = Printer()
        printer.warmedUp()
        printer.journal = []
        printer.reset()
        #expect(printer.journal == ["exit Ready", "exit On", "enter On", "enter WarmingUp"])
    }

    @Test func `External transition: the local one leaves the composite un-exited`() {
        let printer = Printer()
        printer.warmedUp()
        printer.journal = []
        printer.cancelJob()
        #expect(printer.journal == ["exit Ready", "enter Ready"])
    }
}
