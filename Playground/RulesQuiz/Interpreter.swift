import StatePattern

/// The heater once more, carried out by rules of which some can be replaced by beliefs.
///
/// Without any belief it does what ``Heater`` does, as a search in the tests proves.
struct Interpreter {
    let beliefs: Set<Belief>
    private var leaf = "Off"
    private var deferred: [Heater.Request] = []
    private var due: [Heater.Request] = []
    private var followUps: [Heater.Request] = []
    private var lines: [String] = []
    private var isBusy = false
    private var lastSubstate = "Low"

    init(_ beliefs: Set<Belief> = []) { self.beliefs = beliefs }

    mutating func takeLog() -> [String] {
        defer { lines = [] }
        return lines
    }

    var state: String {
        let path = Self.path(to: leaf).joined(separator: "/")
        return deferred.isEmpty ? path : "\(path), deferred: \(deferred.map(\.rawValue).joined(separator: ", "))"
    }

    private func believes(_ belief: Belief) -> Bool { beliefs.contains(belief) }

    private static func path(to state: String) -> [String] {
        ["Low", "High"].contains(state) ? ["On", state] : [state]
    }

    @discardableResult mutating func make(_ request: Heater.Request) -> Outcome {
        if isBusy {
            if believes(.followUpAtOnce) { return handle(request) }
            followUps.append(request)
            return .queued
        }
        isBusy = true
        defer { isBusy = false }
        let outcome = handle(request)
        while !followUps.isEmpty || !due.isEmpty {
            let isDue = followUps.isEmpty || believes(.deferredFirst) && !due.isEmpty
            _ = handle(isDue ? due.removeFirst() : followUps.removeFirst())
        }
        return outcome
    }

    /// The answer of a state, and the target of a transition.
    private static func answer(of state: String, to request: Heater.Request) -> (outcome: Outcome, target: String) {
        switch (state, request) {
        case ("Off", .boost): (.deferred, "")
        case ("Off", .toggle), ("On", .restart), ("High", .down): (.transitioned, "On")
        case ("On", .toggle): (.transitioned, "Off")
        case ("Off", .up), ("Low", .up), ("On", .boost): (.transitioned, "High")
        case ("On", .up), ("On", .report): (.handled, "")
        case ("High", .up): (.refused, "")
        default: (.unhandled, "")
        }
    }

    private mutating func handle(_ request: Heater.Request) -> Outcome {
        var outcome = Outcome.unhandled
        for state in believes(.noBubbling) ? [leaf] : Self.path(to: leaf).reversed() {
            let (answer, target) = Self.answer(of: state, to: request)
            if answer == .unhandled { continue }
            outcome = answer
            if answer == .transitioned {
                transition(from: state, to: target, "\(state) \(request)")
                return outcome
            }
            if answer == .deferred {
                if !believes(.deferredIsLost) { deferred.append(request) }
            } else {
                lines.append("\(state) \(request)")
            }
            guard answer == .refused, believes(.refusalBubbles) else { break }
        }
        if believes(.observerForEachRequest) { lines.append("observer \(leaf)") }
        return outcome
    }

    private mutating func transition(from handler: String, to target: String, _ step: String) {
        var (handler, target) = (handler, target)
        if handler == target {
            if believes(.selfIsNothing) { return lines.append(step) }
            if believes(.selfIsTheLeaf) { (handler, target) = (leaf, leaf) }
        }
        let (source, handlerPath, targetPath) = (leaf, Self.path(to: handler), Self.path(to: target))
        var kept = zip(handlerPath, targetPath).prefix { $0 == $1 }.count
        if handler == target { kept -= 1 }
        let areNested = handlerPath.dropLast().contains(target) || targetPath.dropLast().contains(handler)
        if areNested, believes(.external) { kept -= 1 }
        if believes(.superstateIsLeft) { kept = 0 }
        var exits = Array(Self.path(to: source).dropFirst(kept).reversed())
        var entries = Array(targetPath.dropFirst(kept))
        if source != "Off" { lastSubstate = source }
        if target == "On", !believes(.noInitialSubstate) { entries.append(believes(.history) ? lastSubstate : "Low") }
        leaf = entries.last ?? target
        if believes(.superstateHasNoHooks) {
            exits.removeAll { $0 != source }
            entries.removeAll { $0 != leaf }
        }
        if believes(.exitsFromOutside) { exits.reverse() }
        if believes(.entriesFromInside) { entries.reverse() }

        if !believes(.handlerAfterExits) { lines.append(step) }
        for state in exits { log("exit", state, where: believes(.stateBeforeExits) ? target : source) }
        if believes(.handlerAfterExits) { lines.append(step) }
        let seen = (believes(.observerForEachState) ? entries : [leaf]).map { "observer \($0)" }
        if believes(.observersFirst) { lines += seen }
        for (index, state) in entries.enumerated() {
            let current = believes(.stateIsEntered) ? state : believes(.stateIsFinal) ? leaf : target
            log("enter", state, where: believes(.stateAfterEntries) ? source : current)
            if state == "High" { make(.report) }
            if believes(.observerForEachState), !believes(.observersFirst) { lines.append(seen[index]) }
        }
        if !believes(.observersFirst), !believes(.observerForEachState) { lines += seen }
        due = deferred + due
        deferred = []
    }

    private mutating func log(_ hook: String, _ state: String, where current: String) {
        let suffix = state == "On" ? " (state \(believes(.stateIsOwner) ? "On" : current))" : ""
        lines.append("\(hook) \(state)\(suffix)")
    }
}
