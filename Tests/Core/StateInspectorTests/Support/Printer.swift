import StatePattern

/// A printer with follow-ups, deferred requests, refusals and arguments of all kinds.
final class Printer: Context<Printer.State> {
    class State: ContextState {
        func didEnter(_ printer: Printer) {}
        func willExit(_ printer: Printer) {}
        var superstate: State? { nil }
        var initialSubstate: State? { nil }

        func print(_ printer: Printer, pages: Int) -> Reaction { .unhandled }
        func warmedUp(_ printer: Printer) -> Reaction { .unhandled }
        func printed(_ printer: Printer, page: Int) -> Reaction { .unhandled }
        func jam(_ printer: Printer) -> Reaction { .unhandled }
        func fix(_ printer: Printer, with tool: Tool, code: String) -> Reaction { .unhandled }
        func report(_ printer: Printer) -> Reaction { .handled }
    }

    final class Idle: State {
        override func print(_ printer: Printer, pages: Int) -> Reaction {
            if pages < 1 { return printer.refuse(because: "nothing to print") }
            printer.pagesLeft = pages
            return .transition(to: printer.busy)
        }
    }

    class Busy: State {
        override var initialSubstate: State? { nil }
        override func print(_ printer: Printer, pages: Int) -> Reaction { .deferred }
        override func jam(_ printer: Printer) -> Reaction { .transition(to: printer.jammed) }
    }

    final class Job: Busy {
        let warming = Warming()
        let working = Working()
        override init() {
            super.init()
            (warming.job, working.job) = (self, self)
        }
        override var initialSubstate: State? { warming }
    }

    class Step: State {
        weak var job: Job?
        override var superstate: State? { job }
    }

    final class Warming: Step {
        override func warmedUp(_ printer: Printer) -> Reaction { .transition(to: printer.busy.working) }
    }

    final class Working: Step {
        override func printed(_ printer: Printer, page: Int) -> Reaction {
            printer.pagesLeft -= 1
            return printer.pagesLeft > 0 ? .handled : .transition(to: printer.idle)
        }
    }

    final class Jammed: Busy {
        override func didEnter(_ printer: Printer) {
            if printer.flaw != .noReport { printer.report() }
            if printer.flaw == .twoReports { printer.report() }
        }
        override func jam(_ printer: Printer) -> Reaction { .refused }
        override func fix(_ printer: Printer, with tool: Tool, code: String) -> Reaction {
            guard tool.length > 3 || printer.flaw == .anyTool else {
                return printer.refuse(because: "too short")
            }
            return .transition(to: printer.flaw == .forgetsJob ? printer.idle : printer.busy.working)
        }
    }

    struct Tool: Codable, CustomStringConvertible {
        let name: String
        let length: Int
        var description: String { name }
    }

    /// A difference of a changed version.
    enum Flaw: CaseIterable { case noReport, twoReports, anyTool, forgetsJob }

    let idle = Idle()
    let busy = Job()
    let jammed = Jammed()
    let flaw: Flaw?
    private(set) var pagesLeft = 0

    init(_ flaw: Flaw? = nil, in state: String = "Idle") {
        self.flaw = flaw
        let states: [String: State] = ["Jammed": jammed, "Job/Warming": busy.warming, "Job/Working": busy.working]
        if let leaf = states[state] {
            pagesLeft = 1
            super.init(initial: idle, resumingIn: leaf)
        } else {
            super.init(initial: idle)
        }
    }

    @discardableResult func print(pages: Int) -> Outcome { delegate(State.print, pages) }
    @discardableResult func warmedUp() -> Outcome { delegate(State.warmedUp) }
    @discardableResult func printed(page: Int) -> Outcome { delegate(State.printed, page) }
    @discardableResult func jam() -> Outcome { delegate(State.jam) }
    @discardableResult func fix(with tool: Tool, code: String) -> Outcome { delegate(State.fix, tool, code) }
    @discardableResult func report() -> Outcome { delegate(State.report) }
}
