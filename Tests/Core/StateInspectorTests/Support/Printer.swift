import StateExploration
import StateInspector
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
            return .transition(to: Busy())
        }
    }
    final class Busy: State {
        override var initialSubstate: State? { Warming(in: self) }
        override func print(_ printer: Printer, pages: Int) -> Reaction { .deferred }
        override func jam(_ printer: Printer) -> Reaction { .transition(to: Jammed(in: self)) }
    }
    class Step: State {
        let busy: Busy
        init(in busy: Busy) { self.busy = busy }
        override var superstate: State? { busy }
    }
    final class Warming: Step {
        override func warmedUp(_ printer: Printer) -> Reaction { .transition(to: Working(in: busy)) }
    }
    final class Working: Step {
        override func printed(_ printer: Printer, page: Int) -> Reaction {
            printer.pagesLeft -= 1
            return printer.pagesLeft > 0 ? .handled : .transition(to: Idle())
        }
    }
    final class Jammed: Step {
        override func didEnter(_ printer: Printer) { if printer.flaw != .noReport { printer.report() } }
        override func jam(_ printer: Printer) -> Reaction { .refused }
        override func fix(_ printer: Printer, with tool: Tool, code: String) -> Reaction {
            if tool.length <= 3 && printer.flaw != .anyTool { return printer.refuse(because: "too short") }
            return .transition(to: Working(in: busy))
        }
    }

    struct Tool: Codable, CustomStringConvertible {
        let name: String
        let length: Int
        var description: String { name }
    }

    /// A difference of a changed version.
    enum Flaw { case noReport, anyTool }

    let flaw: Flaw?
    private(set) var pagesLeft = 1

    init(_ flaw: Flaw? = nil, in path: String = "Idle") {
        self.flaw = flaw
        let states = [Idle(), Warming(in: Busy()), Working(in: Busy()), Jammed(in: Busy())]
        let state = states.first { $0.statePath == path }!
        if path == "Idle" { super.init(initial: state) } else { super.init(initial: states[0], resumingIn: state) }
    }

    /// A printer in the situation in which a recording begins.
    convenience init(_ flaw: Flaw? = nil, at start: Recording.Situation) throws {
        self.init(flaw, in: start.state)
        pagesLeft = try start.data(as: Int.self) ?? 1
    }

    func print(pages: Int) { delegate(State.print, pages) }
    func warmedUp() { delegate(State.warmedUp) }
    func printed(page: Int) { delegate(State.printed, page) }
    func jam() { delegate(State.jam) }
    func fix(with tool: Tool, code: String = "") { delegate(State.fix, tool, code) }
    func report() { delegate(State.report) }

    static var requests: RequestList<Printer> {
        [
            .init(Printer.print, 1), .init(Printer.warmedUp), .init(Printer.printed, 1), .init(Printer.jam),
            .init(Printer.fix, (Tool(name: "pin", length: 2), "")), .init(Printer.report),
        ]
    }

    /// All kinds of requests: handled, refused, unhandled, deferred, recalled, and a follow-up.
    func work() {
        print(pages: 0)
        jam()
        print(pages: 2)
        print(pages: 1)
        warmedUp()
        printed(page: 1)
        jam()
        fix(with: Tool(name: "pin", length: 2), code: "1234")
        fix(with: Tool(name: "tongs", length: 9), code: "1234")
        printed(page: 2)
        deactivate()
    }
}
