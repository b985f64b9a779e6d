import StateExploration
import StatePattern
import TestSupport
import Testing

/// One machine or two, which share a journal and do as planned.
private final class PlannedMachines {
    private let script = Script()
    private let machines: [any Machine]
    private var followUps: [String: [RandomPlan.Step]]
    private var observations: [String: (token: ObservationToken, object: Witness?)] = [:]
    private var logs: [RequestLog] = []
    /// The number of calls to each machine that have not returned.
    private var calls: [Int]

    init(_ plan: RandomPlan) {
        machines = zip(plan.leaves, plan.initials).map { [script] leaves, initial in
            guard leaves[0].contains("/") else { return FlatMachine(leaves, initial: initial, script: script) }
            let tree = TreeMachine(leaves, initial: initial, script: script)
            for (state, substate) in plan.initialSubstates where tree.states[state] != nil {
                tree.setInitialSubstate(of: state, to: substate)
            }
            return tree
        }
        followUps = plan.followUps
        calls = machines.map { _ in 0 }
        plan.instruct(machines[0])
        for machine in machines { for observer in ["first", "second"] { machine.watch(as: observer) } }
        script.follow = { [weak self] in self?.follow($0) }
    }

    var current: [String] { machines.map { $0.current } }
    var journal: [String] { script.journal }

    private func note(_ line: String) {
        script.journal.append(line)
        follow(line)
    }

    private func follow(_ line: String) {
        for step in followUps.removeValue(forKey: RandomPlan.occasion(of: line)) ?? [] { self.do(step) }
    }

    func `do`(_ step: RandomPlan.Step) {
        func call<Result>(_ number: Int, _ body: (any Machine) -> Result) -> Result {
            calls[number] += 1
            defer { calls[number] -= 1 }
            return body(machines[number])
        }
        switch step {
        case .request(let name):
            let argument = Witness { [weak self] in self?.note("drop \(name)") }
            withExtendedLifetime(argument) {
                let outcome = call(RandomPlan.machine(of: name)) { $0.request(name, holding: argument) }
                note("asked \(name): \(outcome)")
            }
        case .activate(let number): call(number) { $0.activate() }
        case .deactivate(let number): call(number) { $0.deactivate() }
        case .withdraw(let number, let names):
            let count = call(number) { machine in
                machine.withdrawDeferredRequests {
                    note("consider \($0)")
                    return names.contains($0)
                }
            }
            note("withdrew \(count)")
        case .putBack(let number, let steps):
            guard machines[number].isActive, calls[number] == 0 else { return }
            call(number) { $0.deferRequests { for step in steps { self.do(step) } } }
        case .observe(let number, let name, let kind):
            let object = kind == .forObject ? Witness() : nil
            let held = object == nil ? Witness { [weak self] in self?.note("free \(name)") } : nil
            observations[name] = (
                machines[number].watch(
                    kind == .ofRequests ? .requests : .transitions, as: name, for: object, holding: held), object
            )
        case .end(let name):
            if observations[name]?.object == nil { observations[name]?.token.cancel() }
            observations[name]?.object = nil
        case .follow(let number):
            logs.append(RequestLog())
            switch machines[number] {
            case let flat as FlatMachine: logs.last!.follow(flat, named: "flat")
            case let tree as TreeMachine: logs.last!.follow(tree, named: "tree")
            default: break
            }
        case .stream(let number): _ = machines[number].changes(holding: Witness())
        }
    }
}

extension RandomPlan {
    /// Sets what scripted machines answer.
    func instruct(_ machine: any Machine) {
        for (state, answers) in answers {
            for (request, answer) in answers where answer != .unhandled {
                let verb =
                    switch answer {
                    case .go: "moves on"
                    case .deferred: "defers"
                    case .refused: "refuses"
                    default: "handles"
                    }
                machine.on(request, in: state, answer, noting: "\(state) \(verb) \(request)")
            }
        }
    }
}

/// Random machines against a second interpreter of the rules. The gate runs them with new seeds.
@Suite struct MachineFuzzTests {
    @Test
    func `Rules 1 to 10: one random machine, or two that ask each other, do what the rules, written plainly, say`() {
        var seeds = FuzzSeeds(300, for: "machines that ask each other")
        var lines = 0
        while let seed = seeds.next() {
            var generator = SeededGenerator(seed: seed)
            let levels = [[1], [3], [1, 1], [1, 3], [3, 3]].randomElement(using: &generator)!
            let plan = RandomPlan(levels: levels, steps: 60, using: &generator)
            weak var weakly: PlannedMachines?
            do {
                let (machines, model) = (PlannedMachines(plan), ReferenceModel(plan))
                weakly = machines
                for (number, step) in plan.steps.enumerated() {
                    let before = model.journal.count
                    machines.do(step)
                    model.do(step)
                    let lines = (machines: machines.journal.dropFirst(before), model: model.journal.dropFirst(before))
                    guard lines.machines != lines.model || machines.current != model.current else { continue }
                    let same = zip(lines.machines, lines.model).prefix { $0 == $1 }.count
                    Issue.record(
                        """
                        Seed \(seed), step \(number), \(step): in \(machines.current), the model in \(model.current)
                        Both: \(lines.model.prefix(same).suffix(10))
                        Machines: \(lines.machines.dropFirst(same).prefix(10))
                        Model: \(lines.model.dropFirst(same).prefix(10))
                        """)
                    return
                }
                lines += model.journal.count
            }
            #expect(weakly == nil, "Seed \(seed): nothing holds the machines.")
        }
        #expect(lines > 300 * seeds.count, "Too little has happened for the comparison to say much.")
    }
}
