import StateExploration
import StatePattern
import Testing

extension RandomPlan {
    static let requests = ["r", "s", "t", "u"]

    /// A plan for a tree of three levels, or for a flat machine, with what its states answer.
    static func random(
        levels: Int, using generator: inout SeededGenerator
    ) -> (plan: RandomPlan, leaves: [String]) {
        var plan = RandomPlan()
        var leaves: [String] = []
        func grow(_ name: String, in superstate: String?, path: String, level: Int) {
            plan.superstates[name] = .some(superstate)
            guard level < levels else { return leaves.append(path) }
            for number in 1...Int.random(in: 1...2, using: &generator) {
                let substate = "\(name)\(number)"
                grow(substate, in: name, path: "\(path)/\(substate)", level: level + 1)
            }
        }
        for name in ["A", "B", "C"] { grow(name, in: nil, path: name, level: 1) }

        let states = plan.superstates.keys.sorted()
        plan.initial = states.randomElement(using: &generator)!
        for state in states {
            let inside = states.filter { $0 != state && plan.ancestry(of: $0).contains(state) }
            if Int.random(in: 0..<3, using: &generator) > 0 {
                plan.initialSubstates[state] = inside.randomElement(using: &generator)
            }
            for request in requests {
                plan.answers[state, default: [:]][request] =
                    switch Int.random(in: 0..<9, using: &generator) {
                    case 0: .handled
                    case 1: .deferred
                    case 8: .refused
                    case 2...4: .go(states.randomElement(using: &generator)!)
                    default: .unhandled
                    }
            }
        }
        plan.addFollowUps(for: states, using: &generator)
        return (plan, leaves)
    }

    fileprivate static func randomStep(using generator: inout SeededGenerator) -> Step {
        switch Int.random(in: 0..<16, using: &generator) {
        case 0: .activate
        case 1: .deactivate
        default: .request(requests.randomElement(using: &generator)!)
        }
    }

    private mutating func addFollowUps(for states: [String], using generator: inout SeededGenerator) {
        var lines = Self.requests.map { "refused \($0)" }
        for state in states {
            lines += ["enter \(state)", "exit \(state)"]
            for verb in ["handles", "defers", "refuses", "moves on"] {
                lines += Self.requests.map { "\(state) \(verb) \($0)" }
            }
            for target in states { lines += ["first", "second"].map { "\($0): \(state) → \(target)" } }
        }
        for line in lines where Bool.random(using: &generator) {
            followUps[line] = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                Self.randomStep(using: &generator)
            }
        }
    }

    /// Tells a machine of scripted states to do as planned.
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
        for (line, steps) in followUps {
            var isFirstTime = true
            machine.when(line) { machine in
                guard isFirstTime else { return }
                isFirstTime = false
                for step in steps { machine.do(step) }
            }
        }
        for observer in ["first", "second"] { machine.watch(as: observer) }
    }
}

extension Machine {
    @discardableResult fileprivate func `do`(_ step: RandomPlan.Step) -> Outcome? {
        switch step {
        case .activate: activate()
        case .deactivate: deactivate()
        case .request(let name): return request(name)
        }
        return nil
    }
}

@Suite struct RandomMachines {
    /// Lets a machine and the model do the same, and compares all that they have written down after each step.
    private func compare(_ machine: any Machine, with plan: RandomPlan, using generator: inout SeededGenerator) -> Int {
        plan.instruct(machine)
        let model = ReferenceModel(plan)
        for _ in 0..<40 {
            let step = RandomPlan.randomStep(using: &generator)
            let outcome = machine.do(step)
            let expected = model.do(step)
            guard outcome == expected, machine.current == model.current, machine.journal == model.journal else {
                let same = zip(machine.journal, model.journal).prefix { $0 == $1 }.count
                Issue.record(
                    """
                    After \(step): \(machine.current), \(String(describing: outcome)), and the model is in \
                    \(model.current), \(String(describing: expected)).
                    Both: \(machine.journal[..<same].suffix(10))
                    Machine: \(machine.journal[same...].prefix(10))
                    Model: \(model.journal[same...].prefix(10))
                    """)
                break
            }
        }
        return machine.journal.count
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `Rules 1 to 10: random trees and flat machines do what the rules, written plainly, say`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let isFlat = seed >= 20
        // Half of them while a log follows the requests, which changes nothing.
        let log = seed.isMultiple(of: 2) ? SequenceLog() : nil
        var lines = 0
        for _ in 0..<25 {
            let (plan, leaves) = RandomPlan.random(levels: isFlat ? 1 : 3, using: &generator)
            if isFlat {
                let flat = FlatMachine(leaves, initial: plan.initial)
                log?.follow(flat, named: "flat")
                lines += compare(flat, with: plan, using: &generator)
            } else {
                let tree = TreeMachine(leaves, initial: plan.initial)
                for (state, substate) in plan.initialSubstates { tree.setInitialSubstate(of: state, to: substate) }
                log?.follow(tree, named: "tree")
                lines += compare(tree, with: plan, using: &generator)
            }
        }
        #expect(lines > 2_000, "Too little has happened for the comparison to say much.")
        #expect(log?.description.isEmpty != true)
    }
}
