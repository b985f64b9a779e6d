import StatePattern

/// The rules once more, written in the plainest way: names instead of objects, and whole paths compared each time.
///
/// What holds something is counted, and not left to Swift.
final class ReferenceModel {
    /// The argument of a request, which is freed with its last holder.
    private final class Argument {
        let request: String
        var holders = 0
        init(of request: String) { self.request = request }
    }

    private enum Work {
        case activate, deactivate
        case request(Argument)
    }

    private final class Observer {
        let name: String
        let kind: RandomPlan.Observer
        var isCalled = false, hasEnded = false
        init(_ name: String, _ kind: RandomPlan.Observer) { (self.name, self.kind) = (name, kind) }
    }

    private enum Phase { case atRest, busy, deferring }

    private final class Machine {
        let initial: String
        var current: String
        var isActive = false, isNew = true, isNotifying = false
        var phase = Phase.atRest
        var own: [Work] = [], recalled: [Argument] = [], fromObservers: [Work] = [], deferred: [Argument] = []
        var observers = [Observer("first", .ofTransitions), Observer("second", .ofTransitions)]
        /// The number of calls from outside that have not returned.
        var calls = 0
        init(_ initial: String) { (self.initial, current) = (initial, initial) }
    }

    private let plan: RandomPlan
    private var followUps: [String: [RandomPlan.Step]]
    private let machines: [Machine]
    private var observers: [String: Observer] = [:]
    private(set) var journal: [String] = []

    init(_ plan: RandomPlan) {
        self.plan = plan
        followUps = plan.followUps
        machines = plan.initials.map(Machine.init)
    }

    var current: [String] { machines.map(\.current) }

    private func happened(_ line: String) {
        journal.append(line)
        for step in followUps.removeValue(forKey: RandomPlan.occasion(of: line)) ?? [] { self.do(step) }
    }

    func `do`(_ step: RandomPlan.Step) {
        func call<Result>(_ machine: Machine, _ body: () -> Result) -> Result {
            machine.calls += 1
            defer { machine.calls -= 1 }
            return body()
        }
        switch step {
        case .request(let name):
            let machine = machines[RandomPlan.machine(of: name)]
            let argument = Argument(of: name)
            hold(argument)
            let outcome = call(machine) { make(.request(argument), of: machine)! }
            happened("asked \(name): \(outcome)")
            release(argument)
        case .activate(let number): _ = call(machines[number]) { make(.activate, of: machines[number]) }
        case .deactivate(let number): _ = call(machines[number]) { make(.deactivate, of: machines[number]) }
        case .withdraw(let number, let names):
            happened("withdrew \(call(machines[number]) { withdraw(names, from: machines[number]) })")
        case .putBack(let number, let steps):
            let machine = machines[number]
            guard machine.isActive, machine.calls == 0 else { return }
            call(machine) {
                machine.phase = .deferring
                for step in steps { self.do(step) }
                runToCompletion(machine)
            }
        case .observe(let number, let name, let kind):
            observers[name] = Observer(name, kind)
            machines[number].observers.append(observers[name]!)
        case .end(let name):
            guard let observer = observers[name], !observer.hasEnded else { return }
            observer.hasEnded = true
            if !observer.isCalled { free(observer) }
        case .follow, .stream: break
        }
    }

    // MARK: What is held

    private func hold(_ argument: Argument) { argument.holders += 1 }

    private func release(_ argument: Argument) {
        argument.holders -= 1
        if argument.holders == 0 { happened("drop \(argument.request)") }
    }

    private func free(_ observer: Observer) {
        // It is not said when the closure for an object that is gone is freed.
        if observer.kind != .forObject { happened("free \(observer.name)") }
    }

    // MARK: Run to completion

    private func make(_ work: Work, of machine: Machine) -> Outcome? {
        if machine.phase != .atRest {
            if case .request(let argument) = work {
                hold(argument)
                if machine.phase == .deferring {
                    machine.deferred.append(argument)
                    return .deferred
                }
            }
            if machine.isNotifying { machine.fromObservers.append(work) } else { machine.own.append(work) }
            return .queued
        }
        if case .request = work, machine.isNew { _ = make(.activate, of: machine) }
        machine.isNew = false
        machine.phase = .busy
        let outcome = carryOut(work, by: machine)
        runToCompletion(machine)
        return outcome
    }

    private func runToCompletion(_ machine: Machine) {
        machine.phase = .busy
        while let next = nextWork(of: machine) {
            _ = carryOut(next, by: machine)
            if case .request(let argument) = next { release(argument) }
        }
        machine.phase = .atRest
    }

    private func nextWork(of machine: Machine) -> Work? {
        if !machine.own.isEmpty { return machine.own.removeFirst() }
        if !machine.recalled.isEmpty { return .request(machine.recalled.removeFirst()) }
        if !machine.fromObservers.isEmpty { return machine.fromObservers.removeFirst() }
        return nil
    }

    private func carryOut(_ work: Work, by machine: Machine) -> Outcome? {
        switch work {
        case .activate:
            if !machine.isActive { activate(machine) }
            return nil
        case .deactivate:
            if machine.isActive { deactivate(machine) }
            return nil
        case .request(let argument):
            let outcome = handle(argument, by: machine)
            if outcome != .transitioned { report(argument.request, outcome, by: machine) }
            return outcome
        }
    }

    private func withdraw(_ names: Set<String>, from machine: Machine) -> Int {
        let phase = machine.phase
        machine.phase = .busy
        var all: [Argument] = [], isWithdrawn: [Bool] = []
        repeat {
            all = machine.deferred + machine.recalled
            isWithdrawn = all.map {
                happened("consider \($0.request)")
                return names.contains($0.request)
            }
        } while all.count != machine.deferred.count + machine.recalled.count
        let withdrawn = zip(all, isWithdrawn).filter(\.1).map(\.0)
        machine.deferred.removeAll { argument in withdrawn.contains { $0 === argument } }
        machine.recalled.removeAll { argument in withdrawn.contains { $0 === argument } }
        for argument in withdrawn { release(argument) }
        if phase == .atRest { runToCompletion(machine) } else { machine.phase = phase }
        return withdrawn.count
    }

    // MARK: Requests

    private func handle(_ argument: Argument, by machine: Machine) -> Outcome {
        let request = argument.request
        guard machine.isActive else { return refuse(request) }
        for handler in plan.ancestry(of: machine.current).reversed() {
            switch plan.answers[handler]?[request] ?? .unhandled {
            case .unhandled: continue
            case .handled:
                happened("\(handler) handles \(request)")
                return .handled
            case .deferred:
                happened("\(handler) defers \(request)")
                hold(argument)
                machine.deferred.append(argument)
                return .deferred
            case .refused, .refusedBecause:
                happened("\(handler) refuses \(request)")
                happened("refused \(request)")
                return .refused
            case .go(let target):
                happened("\(handler) moves on \(request)")
                move(machine, from: handler, to: target, on: request)
                return .transitioned
            }
        }
        return refuse(request)
    }

    private func refuse(_ request: String) -> Outcome {
        happened("refused \(request)")
        return .unhandled
    }

    // MARK: Observers

    private func report(_ request: String, _ outcome: Outcome, by machine: Machine) {
        let line = "\(request): \(outcome) in \(machine.current)"
        notify(machine) { $0 == .ofRequests ? line : nil }
    }

    private func notify(_ machine: Machine, _ line: (RandomPlan.Observer) -> String?) {
        machine.isNotifying = true
        for observer in machine.observers where !observer.hasEnded {
            guard let line = line(observer.kind) else { continue }
            observer.isCalled = true
            happened("\(observer.name): \(line)")
            observer.isCalled = false
            if observer.hasEnded { free(observer) }
        }
        machine.isNotifying = false
    }

    // MARK: Transitions

    private func move(_ machine: Machine, from handler: String, to target: String, on request: String) {
        let source = machine.current
        let handlerPath = plan.ancestry(of: handler)
        let targetPath = plan.ancestry(of: target)
        // The handling state is left only for itself; otherwise what both paths share stays.
        var kept = zip(handlerPath, targetPath).prefix { $0 == $1 }.count
        if handler == target { kept -= 1 }
        for state in plan.ancestry(of: source).dropFirst(kept).reversed() { happened("exit \(state)") }
        machine.current = target
        for state in targetPath.dropFirst(kept) { happened("enter \(state)") }
        enterInitialSubstates(of: machine)
        finishTransition(of: machine, on: request, from: source)
    }

    private func enterInitialSubstates(of machine: Machine) {
        while let substate = plan.initialSubstates[machine.current] {
            let entered = plan.ancestry(of: substate).dropFirst(plan.ancestry(of: machine.current).count)
            machine.current = substate
            for state in entered { happened("enter \(state)") }
        }
    }

    private func finishTransition(of machine: Machine, on request: String, from source: String) {
        machine.recalled = machine.deferred + machine.recalled
        machine.deferred = []
        let line = "\(source) → \(machine.current)"
        notify(machine) { $0 == .ofRequests ? "\(request): \(line)" : line }
    }

    private func activate(_ machine: Machine) {
        machine.isActive = true
        for state in plan.ancestry(of: machine.current) { happened("enter \(state)") }
        enterInitialSubstates(of: machine)
        finishTransition(of: machine, on: "activate()", from: machine.initial)
    }

    private func deactivate(_ machine: Machine) {
        let source = machine.current
        for state in plan.ancestry(of: source).reversed() { happened("exit \(state)") }
        machine.current = machine.initial
        machine.isActive = false
        let dropped = machine.deferred + machine.recalled
        machine.deferred = []
        machine.recalled = []
        finishTransition(of: machine, on: "deactivate()", from: source)
        for argument in dropped { report(argument.request, refuse(argument.request), by: machine) }
        for argument in dropped { release(argument) }
    }
}
