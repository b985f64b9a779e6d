import StateExploration
import StatePattern

/// A machine of states that lie in each other, and have regions of such states, by a plan that may be random.
package final class PlannedMachine: Context<PlannedMachine.State> {
    package final class State: ContextState, OrthogonalState {
        let number: Int
        package let superstate: State?
        let parts: [PlannedMachine]
        private let plan: Plan
        private let record: Record

        init(_ number: Int, in superstate: State?, of plan: Plan, _ record: Record) {
            (self.number, self.superstate, self.plan, self.record) = (number, superstate, plan, record)
            parts = plan.nodes[number].regions.map { PlannedMachine($1, of: plan, record) }
        }

        package var name: String { plan.nodes[number].name }
        package var regions: [Region] { zip(plan.nodes[number].regions, parts).map { Region($0.name, $1) } }
        package var initialSubstate: State? {
            plan.nodes[number].initialSubstate.map { State($0, in: self, of: plan, record) }
        }

        package func didEnter(_ machine: PlannedMachine) {
            record.active.insert(number)
            if plan.writesHooks { record.effects.append("enter \(name)") }
            for part in parts { part.activate() }
        }

        package func willExit(_ machine: PlannedMachine) {
            for part in parts.reversed() { part.deactivate() }
            if plan.writesHooks { record.effects.append("exit \(name)") }
            record.active.remove(number)
        }

        func respond(to request: String, of machine: PlannedMachine) -> Reaction {
            let rules = plan.nodes[number].rules[request] ?? []
            guard let rule = rules.first(where: { $0.condition?.holds(record.active) ?? true }) else {
                return parts.map { $0.make(request) }.allSatisfy { $0 == .unhandled } ? .unhandled : .handled
            }
            record.isOdd.toggle()
            if rule.isWritten { record.effects.append("\(request) in \(name)") }
            return rule.target.map { .transition(to: machine.state($0)) } ?? .handled
        }
    }

    /// The numbers of the states that are active, what has happened, and whether an odd number of requests was handled.
    final class Record {
        fileprivate(set) var active: Set<Int> = []
        fileprivate(set) var effects: [String] = []
        fileprivate(set) var isOdd = false
    }

    /// Everything about a machine: its states by number, the initial one first.
    package struct Plan {
        package struct Rule: ExpressibleByIntegerLiteral {
            /// The state that the request leads to; `nil` if none is left.
            package var target: Int?
            package var condition: Condition?
            package var isWritten = false

            package init(_ target: Int?, when condition: Condition? = nil) {
                (self.target, self.condition) = (target, condition)
            }
            package init(integerLiteral target: Int) { self.init(target) }
        }

        /// A state of another region, or of a region around, that must be active, or must not.
        package enum Condition {
            case isIn(Int), isNotIn(Int)

            func holds(_ active: Set<Int>) -> Bool {
                switch self {
                case .isIn(let state): active.contains(state)
                case .isNotIn(let state): !active.contains(state)
                }
            }
        }

        package struct Node {
            package let name: String
            package let superstate: Int?
            package var initialSubstate: Int?
            /// The regions, each with its initial state.
            package var regions: [(name: String, initial: Int)]
            /// For each request, the first rule with a condition that holds; the regions get the request if there is none.
            package var rules: [String: [Rule]]

            package init(
                _ name: String, in superstate: Int? = nil, initial: Int? = nil,
                regions: KeyValuePairs<String, Int> = [:], _ rules: [String: [Rule]] = [:]
            ) {
                (self.name, self.superstate, initialSubstate, self.rules) = (name, superstate, initial, rules)
                self.regions = regions.map { ($0, $1) }
            }
        }

        package private(set) var nodes: [Node]
        let writesHooks: Bool
        let hasData: Bool

        package init(_ nodes: [Node], writesHooks: Bool = false, hasData: Bool = false) {
            (self.nodes, self.writesHooks, self.hasData) = (nodes, writesHooks, hasData)
        }
    }

    private let plan: Plan
    private let record: Record

    private init(_ number: Int, of plan: Plan, _ record: Record) {
        (self.plan, self.record) = (plan, record)
        super.init(initial: State(number, in: nil, of: plan, record))
    }

    private func make(_ request: String) -> Outcome {
        delegate(request) { state, machine, request in state.respond(to: request, of: machine) }
    }

    /// A state to go to: a superstate that stays, or else a new one in its superstates, of which some may stay.
    private func state(_ number: Int) -> State {
        let superstates = sequence(first: state, next: \.superstate)
        func member(_ number: Int, of active: some Sequence<State>) -> State {
            active.first { $0.number == number }
                ?? State(
                    number, in: plan.nodes[number].superstate.map { member($0, of: superstates) }, of: plan, record)
        }
        return member(number, of: superstates.dropFirst())
    }

    package static func model(_ plan: Plan, requests: [String]) -> MachineModel<String> {
        MachineModel(
            { PlannedMachine(0, of: plan, Record()) }, requests: .init(requests) { $0.make($1) },
            data: { plan.hasData && $0.record.isOdd ? "odd" : "" },
            trace: { machine in
                defer { machine.record.effects = [] }
                return machine.record.effects
            })
    }
}

// MARK: Random plans

extension PlannedMachine {
    package static func model(seed: UInt64) -> MachineModel<String> {
        model(Plan(seed: seed), requests: Plan.requests)
    }

    /// Graphs with regions of random machines; those with very few or many states are left out.
    package static func graphs(
        _ seeds: some Sequence<UInt64>
    ) throws -> [(seed: UInt64, graph: StateGraph<String>)] {
        try seeds.compactMap { seed -> (UInt64, StateGraph<String>)? in
            do {
                let graph = try model(seed: seed).explore(limit: 100)
                let hasRegions = graph.places.contains { !$0.regions.isEmpty }
                return hasRegions && graph.states.count > 4 ? (seed, graph) : nil
            } catch ExplorationError.tooMany {
                return nil
            }
        }
    }
}

extension PlannedMachine.Plan {
    fileprivate static let requests = ["go", "back", "flip", "a request with a long name"]

    fileprivate init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.init([], writesHooks: Bool.random(using: &generator), hasData: generator.isTrue(in: 4))
        var contexts: [[Int]] = []
        _ = addContext(1...4, level: 0, &contexts, &generator)
        for context in contexts {
            let others = nodes.indices.filter { !context.contains($0) }
            for number in context {
                for request in PlannedMachine.Plan.requests where generator.isTrue(in: 3) {
                    let other = generator.isTrue(in: 2) ? others.randomElement(using: &generator) : nil
                    let condition = other.map { generator.isTrue(in: 2) ? Condition.isIn($0) : .isNotIn($0) }
                    let target = generator.isTrue(in: 5) ? nil : context.randomElement(using: &generator)
                    var rule = Rule(target, when: condition)
                    rule.isWritten = generator.isTrue(in: 3)
                    nodes[number].rules[request] = [rule]
                }
            }
        }
    }

    /// Adds the states of the machine or of a region, and returns the number of the initial one.
    private mutating func addContext(
        _ counts: ClosedRange<Int>, level: Int, _ contexts: inout [[Int]], _ generator: inout SeededGenerator
    ) -> Int {
        let first = nodes.count
        var states: [Int] = []
        for _ in 0..<Int.random(in: counts, using: &generator) {
            addState(in: nil, level: level, to: &states, &contexts, &generator)
        }
        contexts.append(states)
        return first
    }

    private mutating func addState(
        in superstate: Int?, level: Int, to states: inout [Int], _ contexts: inout [[Int]],
        _ generator: inout SeededGenerator
    ) {
        let number = nodes.count
        let word = ["State", "Waiting for an answer", "X"].randomElement(using: &generator)!
        nodes.append(Node("\(word) \(states.count)", in: superstate))
        states.append(number)
        if level < 2, generator.isTrue(in: level + 2) {
            for index in 0..<Int.random(in: 1...(3 - level), using: &generator) {
                let initial = addContext(1...3, level: level + 1, &contexts, &generator)
                nodes[number].regions.append(("Region \(index)", initial))
            }
        }
        guard states.count < 6, generator.isTrue(in: 3) else { return }
        if generator.isTrue(in: 2) { nodes[number].initialSubstate = nodes.count }
        for _ in 0..<Int.random(in: 1...2, using: &generator) {
            addState(in: number, level: level, to: &states, &contexts, &generator)
        }
    }
}

extension SeededGenerator {
    /// Returns true once in this number of times.
    fileprivate mutating func isTrue(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
