/// The methods of states that handle requests and return the reactions.
extension ClassWriter {
    /// The part of a handler's body that makes one transition.
    private struct Clause {
        var conditions: [String]
        var statements: [String]
        var reaction: String
    }

    private typealias Taken = (state: Int, transition: Chart.Transition, host: Int)

    /// The transitions for an event in a state, in the order of the document.
    private func transitions(of state: Int, for event: String) -> [Taken] {
        index.nodes[state].transitions.filter { ($0.event ?? Self.eventless) == event }
            .map { (state, $0, index.host(of: $0, from: state)) }
    }

    /// The transitions for an event in a region and the regions in it. Those of inner states come first, as they take
    /// precedence.
    private func transitions(in region: Int, for event: String) -> [Taken] {
        (takers[region][event] ?? []).sorted(by: index.precedes).flatMap { transitions(of: $0, for: event) }
    }

    /// The methods of a state for the events that it handles, in the order of the requests.
    func handlers(of state: Int) -> [(name: String, body: [String])] {
        // A parallel state also handles its regions' events, because these may lead out of the regions.
        let own = Set(index.nodes[state].transitions.map { $0.event ?? Self.eventless })
        let events = index.regions[state].reduce(into: own) { $0.formUnion(takers[$1].keys) }
        return events.sorted { order[$0] ?? 0 < order[$1] ?? 0 }.compactMap { event in
            handler(of: state, for: event).map { (request(event), $0) }
        }
    }

    /// The statements of a state's method for an event; `nil` if the state does not handle it.
    private func handler(of state: Int, for event: String) -> [String]? {
        let context = index.context[state]
        let asked = index.regions[state].filter { transitions(in: $0, for: event).contains { $0.host > state } }
        noteOrder(of: state, for: event)
        var lines: [String] = []
        let calls = asked.map { "\(contextNames[$0]).\(request(event))()" }.joined(separator: ", ")
        let staying = asked.isEmpty ? ".unhandled" : "\(contextNames[context]).staying(after: [\(calls)])"
        var clauses = exits(of: state, for: event, or: staying)
        if !asked.isEmpty { asksRegions.insert(context) }
        let own = transitions(of: state, for: event).filter { $0.host == state }.map(clause)
        if !asked.isEmpty, !clauses.contains(where: \.conditions.isEmpty) {
            lines += clauses.flatMap(written)
            clauses = []
            noteConditions(in: asked, for: event)
            if own.isEmpty { return lines + [lines.isEmpty ? staying : "return \(staying)"] }
            lines += ["let answer = \(staying)", "if answer != .unhandled { return answer }"]
        }
        clauses += own
        guard !clauses.isEmpty || !lines.isEmpty else { return nil }
        // Clauses after a clause without a condition would never be reached.
        if let end = clauses.firstIndex(where: \.conditions.isEmpty) { clauses.removeSubrange((end + 1)...) }
        guard let last = clauses.last else { return lines }
        if clauses.count == 1, !last.conditions.isEmpty {
            lines += ["guard \(joined(last.conditions)) else { return .unhandled }"] + last.statements
            return lines + ["return \(last.reaction)"]
        }
        lines += clauses.dropLast().flatMap(written)
        if !last.conditions.isEmpty { return lines + written(last) + ["return .unhandled"] }
        lines += last.statements
        return lines + [lines.isEmpty ? last.reaction : "return \(last.reaction)"]
    }

    private func joined(_ conditions: [String]) -> String {
        conditions.count == 1
            ? conditions[0] : conditions.map { $0.contains("||") ? "(\($0))" : $0 }.joined(separator: " && ")
    }

    private func written(_ clause: Clause) -> [String] {
        let body = clause.statements + ["return \(clause.reaction)"]
        if clause.conditions.isEmpty { return body }
        let head = "if \(joined(clause.conditions))"
        return body.count == 1 ? ["\(head) { \(body[0]) }"] : SourceText.block(head, body)
    }

    // MARK: Regions

    /// Notes where an event is of regions and of the states around.
    ///
    /// A region's transition to a target takes precedence over those around; without targets, engines make both.
    private func noteOrder(of parallel: Int, for event: String) {
        let inside = index.regions[parallel].flatMap { transitions(in: $0, for: event) }
        let around = index.ancestry(parallel).flatMap { transitions(of: $0, for: event) }
        guard !inside.isEmpty, let first = around.first,
            (inside + around).contains(where: \.transition.targets.isEmpty)
        else { return }
        note(
            first.transition.line,
            "“\(event)” is of the states around regions only where no region handles it; engines ask for each region")
    }

    /// Notes conditions that ask for states of regions that get the event before, and may have changed by then.
    private func noteConditions(in asked: [Int], for event: String) {
        for (number, region) in asked.enumerated() {
            for transition in transitions(in: region, for: event).map(\.transition) {
                let states = states(askedBy: transition.condition ?? "") ?? []
                let isLate = asked[..<number].contains { earlier in
                    states.contains { index.lies($0, in: index.contexts[earlier].region) }
                }
                guard isLate, let condition = transition.condition else { continue }
                note(transition.line, "“\(condition)” may ask after “\(event)” has changed it")
            }
        }
    }

    /// The transitions that lead out of regions, as clauses of the parallel state's handler.
    ///
    /// Such a transition conflicts with all transitions to targets in the regions: those of inner states and, of other
    /// states, the first one takes precedence. Where that stays inside, the clause has the reaction `staying`.
    private func exits(of parallel: Int, for event: String, or staying: String) -> [Clause] {
        let all = index.regions[parallel].flatMap { transitions(in: $0, for: event) }
        guard let last = all.lastIndex(where: { $0.host == parallel }) else { return [] }
        var clauses: [Clause] = []
        for (number, taken) in all[...last].enumerated() {
            var next: Clause
            if taken.host == parallel {
                noteExit(number, of: all, parallel, event)
                next = clause(taken)
            } else if !taken.transition.targets.isEmpty
                || all[number...last].contains(where: { $0.host == parallel && index.lies(taken.state, in: $0.state) })
            {
                next = Clause(conditions: conditions(of: taken, at: parallel), statements: [], reaction: staying)
            } else {
                continue
            }
            next.conditions = active(taken.state, in: parallel) + next.conditions
            clauses.append(next)
        }
        return clauses
    }

    /// Notes what engines also make, as it has no target, and states that engines do not ask, as an inner one stays.
    private func noteExit(_ number: Int, of all: [Taken], _ parallel: Int, _ event: String) {
        let source = all[number].state
        let inside = all.filter { $0.host != parallel }
        let isLost = (inside + index.ancestry(parallel).flatMap { transitions(of: $0, for: event) }).contains { other in
            other.transition.targets.isEmpty
                && !(index.lies(other.state, in: source) && index.context[other.state] == index.context[source])
        }
        let isAsked = all.contains { $0.state != source && index.lies(source, in: $0.state) }
        let isKept = all[..<number].contains { $0.host != parallel && !index.lies($0.state, in: source) }
        if isLost || isAsked && isKept {
            note(
                all[number].transition.line,
                "“\(event)” leads out of a region; what it does elsewhere is left out, or done where a region stays")
        }
    }

    /// The condition with which a parallel state tests that one of its regions is in `state`.
    ///
    /// Empty if the region has no class for `state` or a state around it: the condition then always holds.
    private func active(_ state: Int, in parallel: Int) -> [String] {
        let region = index.regions[parallel].first { index.lies(state, in: index.contexts[$0].region) }!
        guard index.isClass[state], index.state(of: region, around: state) != nil else { return [] }
        return ["\(search(for: state, in: region, contextNames[region])) != nil"]
    }

    // MARK: Transitions

    private func conditions(of taken: Taken, at host: Int) -> [String] {
        taken.transition.condition.map { [condition($0, in: index.context[host])] } ?? []
    }

    private func clause(_ taken: Taken) -> Clause {
        let (source, transition, host) = taken
        let context = index.context[host]
        let test = conditions(of: taken, at: host)
        guard !transition.targets.isEmpty else {
            var statements = transition.effects.map { statement($0, in: context) }
            let changesData = transition.effects.contains { if case .other = $0 { true } else { false } }
            // Without an event and a condition, it would be made for ever.
            if dependsOnEffects, changesData, test != [] || transition.event != nil {
                statements.append("\(root(from: context)).\(request(Self.eventless))()")
            }
            return Clause(conditions: test, statements: statements, reaction: ".handled")
        }
        let domain = index.domain(of: transition, from: source)
        var statements: [String] = []
        for target in index.targets(of: transition) where index.isHistory(target) {
            let state = index.nodes[target].parent!
            if state != source, index.lies(source, in: state) {
                let name = index.nodes[target].identifier
                note(transition.line, "“\(name)” remembers states around: those in between are left and entered again")
            }
        }
        let effects = transition.effects.map { statement($0, in: context) }
        if !effects.isEmpty, hasExitEffects(below: domain, around: host) {
            // Deferred, because the effects must run between the exits and the entries.
            defersEffects.insert(context)
            let name = contextNames[context]
            statements += ["\(name).effect = { \(name) in"] + SourceText.indented(effects) + ["}"]
        } else {
            statements += effects
        }
        let target = target(of: transition, below: domain, at: host)
        return Clause(conditions: test, statements: statements, reaction: ".transition(to: \(target))")
    }

    private func hasExitEffects(below domain: Int?, around host: Int) -> Bool {
        let left = index.classes(around: host).prefix { $0 != domain } + index.all(in: host)
        return left.contains { $0 != domain && !index.nodes[$0].exit.isEmpty }
    }

    // MARK: The states that are entered

    private func target(of transition: Chart.Transition, below domain: Int?, at host: Int) -> String {
        let context = index.context[host]
        let targets = index.targets(of: transition)
        let isOpen = index.regions[host].contains { startsAnywhere.contains($0) }
        if targets == [host], !isOpen { return "self" }
        if targets.count == 1, let place = places[targets[0]], let state = index.nodes[targets[0]].parent {
            let inside =
                state == domain
                ? reference(to: state, from: host) : object([state], in: context, below: domain, from: host)
            let first = object(index.resolved(transition.targets), in: context, below: domain, from: host)
            return "\(contextNames[0]).\(place)?.make(\(inside)) ?? \(first)"
        }
        return object(index.resolved(transition.targets), in: context, below: domain, from: host)
    }

    private func reference(to state: Int, from host: Int) -> String {
        let steps = index.classes(around: host).firstIndex(of: state) ?? 0
        return steps == 0 ? "self" : Array(repeating: "outer", count: steps).joined(separator: ".")
    }

    /// The expression for the object that a context enters for target states: a state in new superstates.
    ///
    /// The new superstates lie below `domain`, which stays active and is `outer`. Because they are new objects, the
    /// context leaves the old superstates.
    func object(
        _ targets: [Int], in context: Int, below domain: Int?, from host: Int?, outer: String? = nil,
        prefix: String = ""
    ) -> String {
        guard let state = targets.compactMap({ index.state(of: context, around: $0) }).max() else { return "self" }
        let arguments = index.regions[state].compactMap { region -> String? in
            let inside = targets.filter {
                index.lies($0, in: index.contexts[region].region) && index.contexts[region].region != $0
            }
            guard !inside.isEmpty else { return nil }
            startsAnywhere.insert(region)
            let name = contextClasses[region]
            let start = object(inside, in: region, below: nil, from: nil, prefix: name + ".")
            return "\(contextNames[region]): \(name)(startingIn: \(start))"
        }
        let isFresh = host.map { index.classes(around: $0).last } ?? nil
        func make(_ state: Int, _ arguments: [String]) -> String {
            guard let parent = index.classes(around: state).dropFirst().first else {
                // The stored object does for any other state. A state that its own substates enter anew must be a new
                // object.
                if context == 0, arguments.isEmpty, isFresh != state {
                    stored.insert(state)
                    return host == nil ? properties[state] : "\(contextNames[0]).\(properties[state])"
                }
                return SourceText.call(prefix + classes[state], arguments)
            }
            let around = parent == domain ? outer ?? reference(to: parent, from: host ?? parent) : make(parent, [])
            return SourceText.call(prefix + classes[state], ["in: \(around)"] + arguments)
        }
        return make(state, arguments)
    }
}
