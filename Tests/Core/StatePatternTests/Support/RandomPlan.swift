import StateExploration
import StatePattern

/// The plan of random machines: reactions by state and request, and what is done at lines of the journal.
///
/// Machines of one plan have no name in common, so that a line tells which one it is about.
struct RandomPlan {
    /// Something that a client, a handler, a hook, an observer or a `deinit` does; machines have numbers.
    enum Step {
        case request(String)
        case activate(Int)
        case deactivate(Int)
        /// Withdraws the deferred requests with these names.
        case withdraw(Int, Set<String>)
        /// Does something while requests to a machine are deferred, if the machine is active and at rest.
        case putBack(Int, [Step])
        case observe(Int, as: String, Observer)
        /// Cancels an observation, or lets its object go.
        case end(observer: String)
        /// Lets a log follow the machine, which changes nothing.
        case follow(Int)
        /// Makes a stream of changes and drops it, which changes nothing.
        case stream(Int)
    }

    enum Observer: CaseIterable {
        case ofTransitions, ofRequests, forObject
    }

    /// The superstate of each state; a state at the top has none.
    var superstates: [String: String?] = [:]
    var initialSubstates: [String: String] = [:]
    var answers: [String: [String: Answer]] = [:]
    /// The steps of a client.
    var steps: [Step] = []
    /// The steps at a line of the journal, or at a call of an observer, the first time.
    var followUps: [String: [Step]] = [:]
    /// The initial state of each machine.
    var initials: [String] = []
    /// The paths of each machine's innermost states.
    var leaves: [[String]] = []

    func ancestry(of state: String) -> [String] {
        var states = [state]
        while let superstate = superstates[states[0]]! { states.insert(superstate, at: 0) }
        return states
    }

    /// The line at which something is done; for a line of an observer that a step has added, the observer.
    static func occasion(of line: String) -> String {
        guard line.first == "o", let end = line.firstIndex(of: ":") else { return line }
        return String(line[..<end])
    }

    // MARK: At random

    /// The requests of the first machine.
    static let requests = ["r", "s", "t", "u"]
    private static let families: [(tops: [String], requests: [String])] = [
        (["A", "B", "C"], requests), (["P", "Q", "R"], ["v", "w", "x", "y"]),
    ]

    /// The number of the machine that has a request.
    static func machine(of request: String) -> Int { families.firstIndex { $0.requests.contains(request) }! }

    /// The number of observers that steps add.
    private var observers = 0

    init() {}

    /// A plan for one machine or two with so many levels of states, of which 1 is a flat machine.
    init(levels: [Int], steps count: Int, using generator: inout SeededGenerator) {
        var lines: [String] = []
        for (family, levels) in zip(Self.families, levels) {
            let states = grow(family.tops, levels: levels, using: &generator)
            initials.append(states.randomElement(using: &generator)!)
            for state in states { decide(state, family.requests, states, using: &generator) }
            lines += Self.lines(of: states, family.requests)
        }
        for line in lines { follow(line, using: &generator) }
        for _ in 0..<count { steps.append(randomStep(using: &generator)) }
    }

    /// Adds the states of a machine.
    private mutating func grow(_ tops: [String], levels: Int, using generator: inout SeededGenerator) -> [String] {
        var paths = tops
        for _ in 1..<levels {
            paths = paths.flatMap { path in
                let name = path.split(separator: "/").last!
                return (1...Int.random(in: 1...2, using: &generator)).map { "\(path)/\(name)\($0)" }
            }
        }
        leaves.append(paths)
        for path in paths {
            var superstate: String?
            for state in path.split(separator: "/").map(String.init) {
                superstates[state] = .some(superstate)
                superstate = state
            }
        }
        return superstates.keys.filter { state in tops.contains { state.hasPrefix($0) } }.sorted()
    }

    /// Decides what a state answers, and where it begins.
    private mutating func decide(
        _ state: String, _ requests: [String], _ states: [String], using generator: inout SeededGenerator
    ) {
        let inside = states.filter { $0 != state && ancestry(of: $0).contains(state) }
        if Int.random(in: 0..<3, using: &generator) > 0 {
            initialSubstates[state] = inside.randomElement(using: &generator)
        }
        for request in requests {
            answers[state, default: [:]][request] =
                switch Int.random(in: 0..<9, using: &generator) {
                case 0: .handled
                case 1: .deferred
                case 8: .refused
                case 2...4: .go(states.randomElement(using: &generator)!)
                default: .unhandled
                }
        }
    }

    /// The lines of a machine at which something may be done.
    private static func lines(of states: [String], _ requests: [String]) -> [String] {
        var lines = requests.flatMap { ["refused \($0)", "consider \($0)", "drop \($0)"] }
        for state in states {
            lines += ["enter \(state)", "exit \(state)"]
            for verb in ["handles", "defers", "refuses", "moves on"] {
                lines += requests.map { "\(state) \(verb) \($0)" }
            }
            for target in states { lines += ["first: \(state) → \(target)", "second: \(state) → \(target)"] }
        }
        return lines
    }

    /// Lets something be done at every second line.
    private mutating func follow(_ line: String, using generator: inout SeededGenerator) {
        guard Bool.random(using: &generator) else { return }
        followUps[line] = (0..<Int.random(in: 1...3, using: &generator)).map { _ in randomStep(using: &generator) }
    }

    private mutating func randomStep(using generator: inout SeededGenerator) -> Step {
        let machine = Int.random(in: 0..<initials.count, using: &generator)
        let requests = Self.families[machine].requests
        switch Int.random(in: 0..<32, using: &generator) {
        case 0...1: return .activate(machine)
        case 2...3: return .deactivate(machine)
        case 4...6: return .withdraw(machine, Set((1...3).map { _ in requests.randomElement(using: &generator)! }))
        case 7: return .putBack(machine, (1...4).map { _ in randomStep(using: &generator) })
        case 8...10:
            observers += 1
            let name = "o\(observers)"
            for line in [name, "free \(name)"] { follow(line, using: &generator) }
            return .observe(machine, as: name, Observer.allCases.randomElement(using: &generator)!)
        case 11...13: return .end(observer: "o\(Int.random(in: 1...observers + 1, using: &generator))")
        case 14: return .follow(machine)
        case 15: return .stream(machine)
        default: return .request(requests.randomElement(using: &generator)!)
        }
    }
}
