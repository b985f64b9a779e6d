import Foundation
import StateExploration
import StatePattern

extension Recording {
    /// The result of making a recording's requests on another machine.
    public struct Replay: Equatable, Sendable {
        /// The number of requests before the first deviation.
        package let agreeing: Int
        /// The first request that the machine answers differently; `nil` if it answers all requests as recorded.
        let deviation: Deviation?
        /// The number of requests at the beginning that requests before the recording have led to.
        var skipped = 0
        /// The parts that the recording does not have of the time before it; `nil` if it begins with a new machine.
        var unknown: String?

        /// True if the machine answers all requests as recorded.
        public var isSame: Bool { deviation == nil }
    }

    struct Deviation: Equatable {
        /// The number of the request among the machine's requests, from 1.
        let request: Int
        /// The line in the file; 0 if the recording does not come from a file.
        let line: Int
        let recorded: String
        let seen: String
        /// The requests up to the deviation, and the shortest known sequence of them that gives the same answers.
        let path, shortest: [String]
    }

    /// Makes the recorded requests to a new machine, and compares the answers up to the first deviation.
    ///
    /// Follow-ups, and requests that the machine had deferred, are compared with their arguments but not made: the
    /// machine makes them itself. The reports of services are made as requests, so `make` must give the machine
    /// services that do nothing. Only a service that reports before it returns, in a hook, must do so in a replay, too.
    ///
    /// - Parameters:
    ///   - name: The machine's name in the recording.
    ///   - make: Makes a new machine in the situation in which the recording begins. All machines must behave alike. A
    ///     machine in a composite state must be active. Requests that wait are made by `requests`.
    ///   - requests: The requests of the machine. A method is called with the recorded arguments. Its examples are of no
    ///     importance here.
    ///   - read: Returns the argument to call a method with, if it is another one than was recorded, such as a number
    ///     that is new each time. `nil`, as by default, for the recorded argument.
    ///   - written: Returns the value to compare for an argument of a request that the machine makes itself, as in the
    ///     recorder; `nil` to compare none, such as the time.
    /// - Returns: The number of agreeing requests, and the first deviation, if any, with a short sequence of requests
    ///   that shows it.
    /// - Throws: A ``RecordingError`` if there is no such machine or if a request cannot be made; also any error of
    ///   `make`.
    /// - Complexity: O(*requests*), and after a deviation O(*requests*²) to find a short sequence.
    public func replay<Machine, S>(
        of name: String, on make: (_ start: Situation) throws -> Machine,
        requests: RequestList<Machine>,
        reading read: @escaping (_ machine: Machine, _ argument: RecordedArgument) throws -> Any? = { _, _ in nil },
        writing written: @escaping (_ request: String, _ argument: Any) -> Any? = { $1 }
    ) throws -> Replay where Machine: Context<S> {
        let recorded = try RecordedRequests(requests, reading: read, writing: written) { try make(situation(of: name)) }
        return try replay(of: name) { start, beginsActive in
            let machine = try make(start)
            let place = machine.state.statePath
            if start.isActive { machine.activate() }
            // Deactivated, because the first request would activate a new machine, but not a deactivated one.
            if !start.isActive && !beginsActive { machine.deactivate() }
            if machine.isActive, machine.deferredRequests.isEmpty, let waiting = start.waiting {
                try machine.deferRequests(waiting) { try recorded.make($0, of: machine) }
            }
            let (answers, id) = (Answers(), ObjectIdentifier(machine))
            _ = machine.observeRequests(for: answers, with: RequestLog.tracer) { answers, _, record in
                let arguments = record.argument.map { Recording.arguments($0) { written(record.request, $0) } }
                answers.entries.append(
                    Entry("", AnsweredRequest(record, madeBy: .init(record, of: id)), arguments))
            }
            return Run(state: place) { entry in
                answers.entries = []
                switch entry.request {
                case AnsweredRequest.activation: machine.activate()
                case "deactivate()": machine.deactivate()
                default: try recorded.make(Request(request: entry.request, arguments: entry.arguments), of: machine)
                }
                return answers.entries
            }
        }
    }

    /// The answers of a machine to the latest recorded request.
    private final class Answers { var entries: [Entry] = [] }

    /// Makes the recorded requests to a new machine that is no context: see ``replay(of:on:requests:reading:writing:)``.
    ///
    /// - Parameters:
    ///   - name: The machine's name in the recording.
    ///   - make: Makes a new machine in the state in which the recording begins. All machines must behave alike.
    ///   - state: Returns the path of the machine's state.
    ///   - perform: Makes a request from its recorded text, and returns the outcome; `nil` if the machine has no such
    ///     request.
    /// - Returns: The number of agreeing requests, and the first deviation, if any, with a short sequence of requests
    ///   that shows it.
    /// - Throws: A ``RecordingError`` if there is no such machine, or if a request cannot be made.
    public func replay<Machine>(
        of name: String, on make: () -> Machine, state: @escaping (_ machine: Machine) -> String,
        perform: @escaping (_ machine: Machine, _ request: String) -> Outcome?
    ) throws -> Replay {
        try replay(of: name) { _, _ in
            let machine = make()
            return Run(state: state(machine)) { entry in
                let source = state(machine)
                guard let outcome = perform(machine, entry.request) else {
                    throw RecordingError("Nothing makes the request “\(entry.request)”.")
                }
                let target = outcome == .transitioned ? state(machine) : nil
                let answer = AnsweredRequest(entry.request, outcome, from: source, to: target, refusal: nil)
                return [Entry("", answer, nil)]
            }
        }
    }

    /// A new machine that repeats recorded requests.
    private struct Run {
        let state: String
        /// Makes a request. Returns the answers to this request and to the machine's own requests that follow from it.
        let make: (Entry) throws -> [Entry]
    }

    private func replay(
        of name: String, on make: (_ start: Situation, _ beginsActive: Bool) throws -> Run
    ) throws -> Replay {
        var start = try situation(of: name)
        let all = entries.filter { $0.machine == name }
        let skipped = all.prefix { $0.isLed }
        for entry in skipped { start.follow(entry) }
        let recorded = Array(all.dropFirst(skipped.count))
        let same = Replay(agreeing: recorded.count, deviation: nil, skipped: skipped.count)
        if recorded.isEmpty { return same }
        let isOfNewMachine = !start.isActive && recorded[0].isActivation
        func fresh() throws -> Run {
            let run = try make(start, recorded[0].isActivation)
            guard run.state == start.state else {
                let places = "begins in “\(start.state.cut)”, and the machine for that in “\(run.state)”"
                throw RecordingError("The recording of “\(name)” \(places).")
            }
            return run
        }
        let run = try fresh()
        var (inputs, answers): ([Entry], [Entry]) = ([], [])
        var next = 0
        while next < recorded.count {
            let input = recorded[next]
            let seen: [Entry]
            if input.isOwn == true {
                seen = []  // The machine has not made this request itself.
            } else {
                inputs.append(input)
                answers = try run.make(input)
                seen = answers
            }
            for (index, answer) in (seen.isEmpty ? [nil] : seen as [Entry?]).enumerated() {
                guard next < recorded.count else { break }  // The recording ends within a request.
                let expected = recorded[next]
                if let answer, answer.agrees(with: expected, isInput: index == 0, ofVersion: version) {
                    next += 1
                    continue
                }
                let shortest = try Recording.fewest(inputs, showing: answers, fresh)
                let isSameOrigin = answer?.origin == expected.origin
                return Replay(
                    agreeing: next,
                    deviation: Deviation(
                        request: skipped.count + next + 1, line: expected.line,
                        recorded: expected.text + (isSameOrigin ? "" : expected.origin),
                        seen: answer.map { $0.text + (isSameOrigin ? "" : $0.origin) } ?? "nothing",
                        path: inputs.map(\.call), shortest: shortest.map(\.call)),
                    skipped: skipped.count, unknown: isOfNewMachine ? nil : start.unknown)
            }
        }
        return same
    }

    /// The greatest number of requests that are made to find a short sequence.
    private static let searchLimit = 1_000_000

    /// Leaves out requests while the answers to the last request stay the same.
    private static func fewest(
        _ inputs: [Entry], showing answers: [Entry], _ fresh: () throws -> Run
    ) throws -> [Entry] {
        let last = inputs.suffix(1)
        let isActivation = last.allSatisfy(\.isActivation)
        // The first request activates a new machine, which is no part of its answer.
        func answer(_ entries: [Entry]?) -> [Entry]? {
            isActivation ? entries : entries.map { Array($0.drop(while: \.isActivation)) }
        }
        var made = 0
        func shows(_ inputs: [Entry]) throws -> Bool {
            let run = try fresh()
            made += inputs.count + 1
            return try answer((inputs + last).map(run.make).last) == answer(answers)
        }
        struct SearchIsOver: Error {}
        let shortcut = Recording.shortcut(through: inputs)
        var way = try shows(shortcut) ? shortcut : inputs.dropLast()
        do {
            _ = try way.shrunk { fewer in
                if made > searchLimit { throw SearchIsOver() }
                guard try shows(fewer) else { return nil }
                way = fewer
                return fewer
            }
        } catch is SearchIsOver {}
        return way + last
    }

    /// The shortest sequence of recorded requests that leads, by the recording, to the last request's state.
    private static func shortcut(through inputs: [Entry]) -> [Entry] {
        let states = inputs.map { StateLabel($0.state) }
        let steps = Dictionary(grouping: states.indices.dropLast()) { states[$0] }
        var (tree, next) = (SearchTree<Int>(root: states[0]), 0)
        while tree.states[next] != states[states.count - 1] {
            for index in steps[tree.states[next]] ?? [] {
                tree.insert(states[index + 1], from: next, by: index)
            }
            next += 1
        }
        return tree.path(to: next).map { inputs[$0] }
    }
}

extension Context {
    /// Defers requests that waited when the recording began.
    fileprivate func deferRequests(
        _ waiting: [Recording.Request], madeBy perform: (Recording.Request) throws -> Void
    ) throws {
        if waiting.isEmpty { return }
        var failure: (any Error)?
        deferRequests {
            do { try waiting.forEach(perform) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
