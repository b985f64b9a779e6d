import StateExploration
import StatePattern

/// The turnstile that README shows.
final class Turnstile: Context<Turnstile.State> {
    class State: ContextState {
        func didEnter(_ turnstile: Turnstile) {}
        func willExit(_ turnstile: Turnstile) {}
        func insertCoin(_ turnstile: Turnstile) -> Reaction { .unhandled }
        func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
    }

    final class Locked: State {
        override func insertCoin(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.unlocked) }
    }

    final class Unlocked: State {
        override func push(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.locked) }
    }

    let locked = Locked()
    let unlocked = Unlocked()

    init() { super.init(initial: locked) }

    @discardableResult func insertCoin() -> Outcome { delegate(State.insertCoin) }
    @discardableResult func push() -> Outcome { delegate(State.push) }
}

/// The same as an enum.
enum TurnstileEnum: String {
    case locked = "Locked"
    case unlocked = "Unlocked"

    mutating func insertCoin() -> Outcome { self == .locked ? change(to: .unlocked) : .unhandled }
    mutating func push() -> Outcome { self == .unlocked ? change(to: .locked) : .unhandled }

    private mutating func change(to next: TurnstileEnum) -> Outcome {
        self = next
        return .transitioned
    }
}

/// A tree: an oven that is off, or on and then either heating or warm.
final class Oven: Context<Oven.State> {
    class State: ContextState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ oven: Oven) { oven.log.append("enter \(name)") }
        func willExit(_ oven: Oven) { oven.log.append("exit \(name)") }
        func toggle(_ oven: Oven) -> Reaction { .unhandled }
        func warmed(_ oven: Oven) -> Reaction { .unhandled }
    }

    final class Off: State {
        override func toggle(_ oven: Oven) -> Reaction { .transition(to: On()) }
    }

    final class On: State {
        override var initialSubstate: State? { Heating(in: self) }
        override func toggle(_ oven: Oven) -> Reaction { .transition(to: Off()) }
    }

    class Part: State {
        let on: On
        init(in on: On) { self.on = on }
        override var superstate: State? { on }
    }

    final class Heating: Part {
        override func warmed(_ oven: Oven) -> Reaction { .transition(to: Warm(in: on)) }
    }

    final class Warm: Part {}

    private var log: [String] = []

    init() { super.init(initial: Off()) }
    init(turnedOn: Void) { super.init(initial: On()) }

    func toggle() -> Outcome { delegate(State.toggle) }
    func warmed() -> Outcome { delegate(State.warmed) }

    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

/// A printer: while it prints, it defers what else it is to print, and it counts its paper.
final class Printer: Context<Printer.State> {
    class State: ContextState {
        func didEnter(_ printer: Printer) {}
        func willExit(_ printer: Printer) {}
        func print(_ printer: Printer) -> Reaction { .unhandled }
        func printed(_ printer: Printer) -> Reaction { .unhandled }
    }

    final class Idle: State {
        override func print(_ printer: Printer) -> Reaction {
            guard printer.sheets > 0 else { return .refused }
            printer.sheets -= 1
            return .transition(to: Printing())
        }
    }

    final class Printing: State {
        override func print(_ printer: Printer) -> Reaction { .deferred }
        override func printed(_ printer: Printer) -> Reaction { .transition(to: Idle()) }
    }

    private(set) var sheets: Int

    init(sheets: Int) {
        self.sheets = sheets
        super.init(initial: Idle())
    }

    func print() -> Outcome { delegate(State.print) }
    func printed() -> Outcome { delegate(State.printed) }

    static func model(sheets: Int, data: @escaping (Printer) -> String = { _ in "" }) -> MachineModel<String> {
        MachineModel(
            { Printer(sheets: sheets) }, requests: ["print": { $0.print() }, "printed": { $0.printed() }], data: data)
    }
}
