/// The methods of states that handle requests and return the reactions.
extension ClassWriter {
    /// The part of a handler's body that makes one transition.
    private struct Clause {
        var conditions: [String]
        var statements: [String]
        var reaction: Call
    }

    func transitions(of state: Int, for event: String) -> [Chart.Transition] {
        index.states[state].node.transitions.filter { ($0.event ?? Self.eventless) == event }
    }

    /// The methods of a state for the events that it handles, in the order of the requests.
    func handlers(of state: Int) -> [(name: String, body: [String])] {
        let (node, regions) = (index.states[state].node, index.states[state].regions)
        // A parallel state also handles its regions' events, because these may lead out of the regions.
        let events = regions.reduce(into: Set(node.transitions.map { $0.event ?? Self.eventless })) {
            $0.formUnion(takers[$1].keys)
        }
        return events.sorted { order[$0] ?? 0 < order[$1] ?? 0 }.compactMap { event in
            handler(of: state, for: event).map { (request(event), $0) }
        }
    }

    /// The statements of a state's method for an event; `nil` if the state does not handle it.
    private func handler(of state: Int, for event: String) -> [String]? {
        let context = index.states[state].context
        let regions = index.states[state].regions.filter { takers[$0][event] != nil }
        let asked = regions.filter { handled[$0].contains(event) }
        var lines: [String] = []
        var clauses = regions.flatMap { ways(outOf: $0, of: state, for: event, among: regions) }
        let own = transitions(of: state, for: event).filter { index.host(of: $0, from: state) == state }
            .map { clause($0, from: state, at: state) }
        if !asked.isEmpty, !clauses.contains(where: \.conditions.isEmpty) {
            lines += clauses.flatMap(written)
            clauses = []
            for region in remembered(asked, for: event) {
                remembersBefore.insert(region)
                let name = contextNames[region]
                lines += ["\(name).before = \(name).state", "defer { \(name).before = nil }"]
            }
            asksRegions.insert(context)
            let calls = asked.map { ("", Call("\(contextNames[$0]).\(request(event))()")) }
            let staying = Call("\(contextNames[context]).staying", [("after", Call("[", calls))])
            let isNested = asked.contains { region in
                index.contexts.indices.contains { inner in
                    takers[inner][event] != nil
                        && index.contexts[inner].owner.map { index.states[$0].context == region } ?? false
                }
            }
            if isNested, asked.count > 1 {
                let line = index.states[state].node.line
                note(line, "“\(event)” is of regions, and of regions in them; what all do may come in another order")
            }
            let isLast =
                own.isEmpty
                && index.classes(around: state).dropFirst().allSatisfy { transitions(of: $0, for: event).isEmpty }
            if !isLast {
                note(
                    (index.states[state].node.transitions.first { $0.event == event }?.line
                        ?? index.states[state].node.line),
                    "“\(event)” is of the states around regions only where no region handles it; engines ask for each region"
                )
            }
            if own.isEmpty { return lines + staying.lines(at: bodyColumn, before: lines.isEmpty ? "" : "return ") }
            lines += staying.lines(at: bodyColumn, before: "let answer = ")
            lines.append("if answer != .unhandled { return answer }")
        }
        clauses += own
        guard !clauses.isEmpty || !lines.isEmpty else { return nil }
        // Clauses after a clause without a condition would never be reached.
        if let end = clauses.firstIndex(where: \.conditions.isEmpty) { clauses.removeSubrange((end + 1)...) }
        guard let last = clauses.last else { return lines }
        if clauses.count == 1, !last.conditions.isEmpty {
            let line = "guard \(joined(last.conditions)) else { return .unhandled }"
            let broken = conditionLines("guard", last.conditions, "else {")
            lines +=
                bodyColumn + line.count <= SourceText.columns
                ? [line]
                : broken.count > 1
                    ? broken.dropLast() + ["else { return .unhandled }"] : broken + ["    return .unhandled", "}"]
            return lines + last.statements + last.reaction.lines(at: bodyColumn, before: "return ")
        }
        lines += clauses.dropLast().flatMap { written($0) }
        if !last.conditions.isEmpty { return lines + written(last) + ["return .unhandled"] }
        lines += last.statements
        return lines + last.reaction.lines(at: bodyColumn, before: lines.isEmpty ? "" : "return ")
    }

    /// The column at which statements begin in a region's context. A line that fits there fits in every context.
    private var bodyColumn: Int { 16 }

    private func joined(_ conditions: [String]) -> String {
        conditions.count == 1
            ? conditions[0] : conditions.map { $0.contains("||") ? "(\($0))" : $0 }.joined(separator: " && ")
    }

    private func conditionLines(_ word: String, _ conditions: [String], _ end: String) -> [String] {
        let line = "\(word) \(joined(conditions)) \(end)"
        guard bodyColumn + line.count > SourceText.columns else { return [line] }
        let conditions = conditions.flatMap { condition in
            let isSimple = !condition.contains("||") && !condition.contains("!(")
            return isSimple ? condition.split(separator: " && ").map(String.init) : [condition]
        }
        // Conditions are separated by commas, not `&&`, because a comma can end a line.
        let lines = conditions.dropLast().map { "\($0)," } + conditions.suffix(1)
        guard lines.count == 1 else { return ["\(word) \(lines[0])"] + lines.dropFirst().map { "    \($0)" } + [end] }
        let parts = SourceText.operands(of: lines[0])
        let rest = parts.dropFirst().map { "    \($0)" }
        // The linter indents the lines after a `guard` once more.
        if word == "guard", !rest.isEmpty { return [word] + (parts.prefix(1) + rest).map { "    \($0)" } + [end] }
        return ["\(word) \(parts[0])"] + rest + [end]
    }

    private func written(_ clause: Clause) -> [String] {
        let body = clause.statements + clause.reaction.lines(at: bodyColumn + 4, before: "return ")
        guard !clause.conditions.isEmpty else { return body }
        let head = conditionLines("if", clause.conditions, "{")
        if head.count == 1, body.count == 1, bodyColumn + head[0].count + body[0].count + 3 <= SourceText.columns {
            return ["\(head[0]) \(body[0]) }"]
        }
        return head + body.map { "    " + $0 } + ["}"]
    }

    /// The regions in which a request may change states on which the conditions of later regions depend.
    private func remembered(_ asked: [Int], for event: String) -> [Int] {
        var later: Set<Int> = []
        return asked.reversed().filter { region in
            defer {
                for (_, transition) in inner(region, for: event) {
                    for state in states(askedBy: transition.condition ?? "") ?? [] {
                        later.formUnion(index.ancestry(state).map { index.states[$0].context })
                    }
                }
            }
            return later.contains(region)
        }.reversed()
    }

    /// The transitions for an event that do not lead out of a region, with their sources.
    private func inner(_ region: Int, for event: String) -> [(state: Int, transition: Chart.Transition)] {
        (takers[region][event] ?? []).flatMap { state in
            transitions(of: state, for: event)
                .filter { index.state(of: region, around: index.host(of: $0, from: state)) != nil }
                .map { (state, $0) }
        }
    }

    /// The transitions that lead out of a region, as clauses of the parallel state's handler.
    private func ways(outOf region: Int, of parallel: Int, for event: String, among regions: [Int]) -> [Clause] {
        let context = index.states[parallel].context
        func isOut(_ transition: Chart.Transition, _ state: Int) -> Bool {
            index.host(of: transition, from: state) == parallel
        }
        let states = (takers[region][event] ?? []).filter { state in
            transitions(of: state, for: event).contains { isOut($0, state) }
        }
        if states.isEmpty { return [] }
        /// The Swift condition under which another transition is not made.
        func unless(_ state: Int, _ transition: Chart.Transition, in region: Int) -> String {
            let tests = active(state, from: region) + (transition.condition.map { [condition($0, in: context)] } ?? [])
            return "!(\(tests.isEmpty ? "true" : joined(tests)))"
        }
        // Transitions of earlier regions take precedence if they have a target.
        let earlier = regions.prefix { $0 != region }.flatMap { region in
            inner(region, for: event).filter { !$1.targets.isEmpty }.map { unless($0, $1, in: region) }
        }
        let isAlone =
            regions.allSatisfy { other in
                other == region || inner(other, for: event).allSatisfy { !$1.targets.isEmpty }
            } && transitions(of: parallel, for: event).allSatisfy { !$0.targets.isEmpty }
        func depth(_ state: Int) -> Int { index.ancestry(state).count }
        return states.sorted { depth($0) > depth($1) }.flatMap { state -> [Clause] in
            let deeper = inner(region, for: event).filter { $0.state != state && index.lies($0.state, in: state) }
            var before = deeper.map { unless($0, $1, in: region) }
            return transitions(of: state, for: event).compactMap { transition in
                guard isOut(transition, state) else {
                    before.append(unless(state, transition, in: region))
                    return nil
                }
                if !isAlone {
                    note(
                        transition.line,
                        "“\(event)” leads out of a region; what it does elsewhere without a target is left out")
                }
                var clause = clause(transition, from: state, at: parallel)
                clause.conditions = active(state, from: region) + clause.conditions + before + earlier
                return clause.conditions.contains("!(true)") ? nil : clause
            }
        }
    }

    /// The condition with which the parallel state tests that `region` is in `state`.
    ///
    /// Empty if the region has no class for `state` or a state around it: the condition then always holds.
    private func active(_ state: Int, from region: Int) -> [String] {
        guard index.states[state].isClass, index.state(of: region, around: state) != nil else { return [] }
        return ["\(contextNames[region]).\(property(testing: state, of: region))"]
    }

    private func clause(_ transition: Chart.Transition, from source: Int, at host: Int) -> Clause {
        let context = index.states[host].context
        let test = transition.condition.map { [condition($0, in: context)] } ?? []
        guard !transition.targets.isEmpty else {
            return Clause(
                conditions: test, statements: transition.effects.map { statement($0, in: context) },
                reaction: Call(".handled"))
        }
        let target = target(of: transition, from: source, at: host)
        var statements: [String] = []
        for target in transition.targets {
            if let state = index.histories[target]?.of, state != source, index.lies(source, in: state) {
                note(
                    transition.line, "“\(target)” remembers states around: those in between are left and entered again")
            }
            // The history is noted here, because the target is chosen before the history's state is left.
            guard let history = index.histories[target], keepsHistory(of: history.of), let place = places[target],
                index.domain(of: transition, from: source) != history.of
            else { continue }
            let noting = "\(contextNames[0]).\(place.noting)()"
            if index.lies(host, in: history.of) {
                statements.append(noting)
            } else if index.lies(history.of, in: host) {
                let test = "\(contextNames[0]).\(property(testing: history.of, of: 0))"
                statements.append("if \(test) { \(noting) }")
            }
        }
        if !transition.effects.isEmpty, hasExitEffects(below: index.domain(of: transition, from: source), around: host)
        {
            // Deferred, because the effects must run between the exits and the entries.
            defersEffects.insert(context)
            let name = contextNames[context]
            let effects = transition.effects
            statements +=
                effects.count == 1
                ? ["\(name).effect = { \(statement(effects[0], in: context, "$0")) }"]
                : ["\(name).effect = { \(name) in"] + effects.map { "    " + statement($0, in: context) } + ["}"]
        } else {
            statements += transition.effects.map { statement($0, in: context) }
        }
        return Clause(conditions: test, statements: statements, reaction: Call(".transition", [("to", target)]))
    }

    private func hasExitEffects(below domain: Int?, around host: Int) -> Bool {
        let left = index.classes(around: host).prefix { $0 != domain } + index.all(in: host)
        return left.contains { $0 != domain && !index.states[$0].node.exit.isEmpty }
    }

    // MARK: The states that are entered

    private func target(of transition: Chart.Transition, from source: Int, at host: Int) -> Call {
        let context = index.states[host].context
        let domain = index.domain(of: transition, from: source)
        let isOpen = index.states[host].regions.contains { startsAnywhere.contains($0) }
        if transition.targets.count == 1, index.numbers[transition.targets[0]] == host, !isOpen { return Call("self") }
        if transition.targets.count == 1, let place = places[transition.targets[0]],
            let history = index.histories[transition.targets[0]], keepsHistory(of: history.of)
        {
            let inside =
                history.of == domain
                ? reference(to: history.of, from: host)
                : object([history.of], in: context, below: domain, from: host)
            return Call("\(root(from: context)).\(place.method)", [("in", inside)])
        }
        return object(resolved(transition.targets), in: context, below: domain, from: host)
    }

    /// True if the context of the whole chart remembers the latest substates of a state.
    func keepsHistory(of state: Int) -> Bool { index.states[state].context == 0 && index.states[state].regions.isEmpty }

    /// The states with some identifiers. A history stands for the states in which it begins while it remembers nothing.
    func resolved(_ identifiers: [String]) -> [Int] {
        identifiers.flatMap { identifier -> [Int] in
            if let state = index.numbers[identifier] { return [state] }
            guard let history = index.histories[identifier] else { return [] }
            let targets = history.node.transitions.first?.targets ?? []
            return targets.isEmpty ? [history.of] : targets.compactMap { index.numbers[$0] }
        }
    }

    private func reference(to state: Int, from host: Int) -> Call {
        let steps = index.classes(around: host).firstIndex(of: state) ?? 0
        return Call(steps == 0 ? "self" : Array(repeating: "outer", count: steps).joined(separator: "."))
    }

    /// The expression for the object that a context enters for target states: a state in new superstates.
    ///
    /// The new superstates lie below `domain`, which stays active. Because they are new objects, the context leaves the
    /// old superstates.
    func object(_ targets: [Int], in context: Int, below domain: Int?, from host: Int?) -> Call {
        guard let state = targets.first.flatMap({ index.state(of: context, around: $0) }) else { return Call("self") }
        var arguments: Arguments = []
        for region in index.states[state].regions {
            let inside = targets.filter {
                index.lies($0, in: index.contexts[region].region) && index.contexts[region].region != $0
            }
            guard !inside.isEmpty else { continue }
            startsAnywhere.insert(region)
            let start = qualified(object(inside, in: region, below: nil, from: nil), by: contextClasses[region])
            arguments.append((contextNames[region], Call(contextClasses[region], [("startingIn", start)])))
        }
        let isFresh = host.map { index.classes(around: $0).last } ?? nil
        func make(_ state: Int, _ arguments: Arguments) -> Call {
            guard let parent = index.classes(around: state).dropFirst().first else {
                // The stored object does for any other state. A state that its own substates enter anew must be a new
                // object.
                if context == 0, arguments.isEmpty, isFresh != state {
                    stored.insert(state)
                    return Call(host == nil ? properties[state] : "\(contextNames[0]).\(properties[state])")
                }
                return Call(classes[state], arguments)
            }
            let outer = parent == domain ? reference(to: parent, from: host ?? parent) : make(parent, [])
            return Call(classes[state], [("in", outer)] + arguments)
        }
        return make(state, arguments)
    }

    /// The call, with the name of a region's class in front of types where Swift needs it.
    private func qualified(_ call: Call, by name: String) -> Call {
        Call(
            call.head.contains(".") ? call.head : "\(name).\(call.head)",
            call.arguments?.map { label, value in
                (label, value.arguments == nil || contextNames.contains(label) ? value : qualified(value, by: name))
            })
    }
}
