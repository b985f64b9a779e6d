import StatePattern

/// A machine that is a value: an enum of states, a `switch` over them, and hooks.
protocol EnumMachine {
    associatedtype State: Equatable
    associatedtype Request
    associatedtype Command
    typealias Answer = EnumAnswer<State>
    typealias Effects = EnumEffects<Request, Command>

    var state: State { get set }
    mutating func answer(_: Request, _ effects: inout Effects) -> Answer
    mutating func willExit(_: State, _ effects: inout Effects)
    mutating func didEnter(_: State, _ effects: inout Effects)
}

enum EnumAnswer<State> {
    case transition(to: State)
    case handled, deferred, unhandled
}

/// The commands for the owner of a machine, and the requests that follow.
struct EnumEffects<Request, Command> {
    var commands: [Command] = []
    var followUps: [Request] = []
}

/// Runs a machine: hooks on every way in and out, follow-ups, deferred requests and observers in order.
struct EnumRunner<Machine: EnumMachine> {
    typealias Request = Machine.Request
    typealias Change = (source: Machine.State, target: Machine.State)
    typealias Observer = (Change, _ followUps: inout [Request]) -> Void

    private(set) var machine: Machine
    private var deferred: [Request] = []
    private var observers: [Observer] = []

    init(_ machine: Machine) { self.machine = machine }

    mutating func observe(_ body: @escaping Observer) {
        observers.append(body)
    }

    @discardableResult mutating func handle(
        _ request: Request
    ) -> (outcome: Outcome, commands: [Machine.Command]) {
        var effects = Machine.Effects()
        let outcome = answer(request, &effects)
        while !effects.followUps.isEmpty {
            _ = answer(effects.followUps.removeFirst(), &effects)
        }
        return (outcome, effects.commands)
    }

    private mutating func answer(
        _ request: Request, _ effects: inout Machine.Effects
    ) -> Outcome {
        switch machine.answer(request, &effects) {
        case .unhandled: return .unhandled
        case .handled: return .handled
        case .deferred:
            deferred.append(request)
            return .deferred
        case .transition(let target):
            let source = machine.state
            machine.willExit(source, &effects)
            machine.state = target
            machine.didEnter(target, &effects)
            if !deferred.isEmpty {
                effects.followUps += deferred
                deferred = []
            }
            observers.forEach { $0((source, target), &effects.followUps) }
            return .transitioned
        }
    }
}
