import StatePattern

/// The plan of a random machine: reactions by state and request, and the requests made at lines of the journal.
struct RandomPlan {
    /// A request, an activation or a deactivation.
    enum Step {
        case request(String)
        case activate
        case deactivate
    }

    /// The superstate of each state; a state at the top has none.
    var superstates: [String: String?] = [:]
    var initialSubstates: [String: String] = [:]
    var answers: [String: [String: Answer]] = [:]
    /// The requests that a hook, a handler, an observer or `didNotHandle` makes the first few times that it runs.
    var followUps: [String: [Step]] = [:]
    var initial = ""

    func ancestry(of state: String) -> [String] {
        var states = [state]
        while let superstate = superstates[states[0]]! { states.insert(superstate, at: 0) }
        return states
    }
}

/// The rules once more, written in the plainest way: names instead of objects, and whole paths compared each time.
final class ReferenceModel {
    private let plan: RandomPlan
    private var followUps: [String: [RandomPlan.Step]]
    private(set) var journal: [String] = []

    private(set) var current: String
    private var isActive = false
    private var isNew = true
    private var isBusy = false
    private var isNotifying = false
    private var own: [RandomPlan.Step] = []
    private var recalled: [String] = []
    private var fromObservers: [RandomPlan.Step] = []
    private var deferred: [String] = []

    init(_ plan: RandomPlan) {
        self.plan = plan
        followUps = plan.followUps
        current = plan.initial
    }

    func `do`(_ step: RandomPlan.Step) -> Outcome? {
        if isBusy {
            if isNotifying { fromObservers.append(step) } else { own.append(step) }
            return .queued
        }
        if case .request = step, isNew { _ = self.do(.activate) }
        isNew = false
        isBusy = true
        let outcome = carryOut(step)
        while let next = nextStep() { _ = carryOut(next) }
        isBusy = false
        return outcome
    }

    private func nextStep() -> RandomPlan.Step? {
        if !own.isEmpty { return own.removeFirst() }
        if !recalled.isEmpty { return .request(recalled.removeFirst()) }
        if !fromObservers.isEmpty { return fromObservers.removeFirst() }
        return nil
    }

    private func carryOut(_ step: RandomPlan.Step) -> Outcome? {
        switch step {
        case .activate:
            if !isActive { activate() }
            return nil
        case .deactivate:
            if isActive { deactivate() }
            return nil
        case .request(let name): return handle(name)
        }
    }

    private func happened(_ line: String) {
        journal.append(line)
        guard let steps = followUps[line] else { return }
        followUps[line] = nil
        for step in steps { _ = self.do(step) }
    }

    // MARK: Requests

    private func handle(_ request: String) -> Outcome {
        guard isActive else { return refuse(request) }
        for handler in plan.ancestry(of: current).reversed() {
            switch plan.answers[handler]?[request] ?? .unhandled {
            case .unhandled: continue
            case .handled:
                happened("\(handler) handles \(request)")
                return .handled
            case .deferred:
                happened("\(handler) defers \(request)")
                deferred.append(request)
                return .deferred
            case .refused, .refusedBecause:
                happened("\(handler) refuses \(request)")
                happened("refused \(request)")
                return .refused
            case .go(let target):
                happened("\(handler) moves on \(request)")
                move(from: handler, to: target)
                return .transitioned
            }
        }
        return refuse(request)
    }

    private func refuse(_ request: String) -> Outcome {
        happened("refused \(request)")
        return .unhandled
    }

    // MARK: Transitions

    private func move(from handler: String, to target: String) {
        let source = current
        let handlerPath = plan.ancestry(of: handler)
        let targetPath = plan.ancestry(of: target)
        // The handling state is left only for itself; otherwise what both paths share stays.
        var kept = zip(handlerPath, targetPath).prefix { $0 == $1 }.count
        if handler == target { kept -= 1 }
        for state in plan.ancestry(of: source).dropFirst(kept).reversed() { happened("exit \(state)") }
        current = target
        for state in targetPath.dropFirst(kept) { happened("enter \(state)") }
        enterInitialSubstates()
        finishTransition(from: source)
    }

    private func enterInitialSubstates() {
        while let substate = plan.initialSubstates[current] {
            let entered = plan.ancestry(of: substate).dropFirst(plan.ancestry(of: current).count)
            current = substate
            for state in entered { happened("enter \(state)") }
        }
    }

    private func finishTransition(from source: String) {
        recalled = deferred + recalled
        deferred = []
        isNotifying = true
        for observer in ["first", "second"] { happened("\(observer): \(source) → \(current)") }
        isNotifying = false
    }

    private func activate() {
        isActive = true
        for state in plan.ancestry(of: current) { happened("enter \(state)") }
        enterInitialSubstates()
        finishTransition(from: plan.initial)
    }

    private func deactivate() {
        let source = current
        for state in plan.ancestry(of: source).reversed() { happened("exit \(state)") }
        current = plan.initial
        isActive = false
        let dropped = deferred + recalled
        deferred = []
        recalled = []
        finishTransition(from: source)
        for request in dropped { _ = refuse(request) }
    }
}
