import Foundation
import StateExploration
import StatePattern

extension Recording {
    /// The arguments of a recorded request.
    public struct Arguments: Sendable {
        let values: [Argument]

        /// Reads an argument from its JSON. If the argument was not `Encodable`, you get its text as a `String`.
        ///
        /// - Parameter index: The position of the argument in the method's parameters, from 0.
        /// - Returns: The argument.
        /// - Throws: An error if there is no such argument, or if it is hidden or has another type.
        public func value<Value: Decodable>(_ index: Int = 0) throws -> Value {
            guard values.indices.contains(index) else {
                throw RecordingError("there is no argument \(index + 1), of \(values.count).")
            }
            guard let text = values[index].text else { throw RecordingError("argument \(index + 1) is hidden.") }
            let json = values[index].json
            let value = json.map { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) } ?? text as? Value
            if let value { return value }
            throw RecordingError("argument \(index + 1), \(json ?? text), is no \(Value.self).")
        }
    }

    /// The result of making a recording's requests on another machine.
    public struct Replay: Equatable, Sendable {
        /// The number of requests before the first deviation.
        public let agreeing: Int
        /// The first request that the machine answers differently; `nil` if it answers all requests as recorded.
        let deviation: Deviation?

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
    /// Follow-ups, and requests that the machine had deferred, are compared but not made: the machine makes them
    /// itself. The reports of services are made as requests, so `make` must give the machine services that do nothing.
    ///
    /// - Parameters:
    ///   - name: The machine's name in the recording.
    ///   - make: Makes a new machine in the state in which the recording begins, whose path it gets. All machines must
    ///     behave alike.
    ///   - requests: The recorded requests, and closures that make them:
    ///     `["seek(to:)": { $0.seek(to: try $1.value()) }]`.
    /// - Returns: The number of agreeing requests, and the first deviation, if any, with a short sequence of requests
    ///   that shows it.
    /// - Throws: A ``RecordingError`` if there is no such machine or if a request cannot be made; also any error of
    ///   `make`.
    /// - Complexity: O(*requests*), and after a deviation O(*requests*²) to find a short sequence.
    public func replay<Machine, S>(
        of name: String, on make: (_ state: String) throws -> Machine,
        requests: [String: (_ machine: Machine, _ arguments: Arguments) throws -> Void]
    ) throws -> Replay where Machine: Context<S> {
        try replay(of: name) { start, beginsActive in
            let machine = try make(start.state)
            var answers: [Entry] = []
            let place = machine.state.statePath
            if start.isActive { machine.activate() }
            // Deactivated, because the first request would activate a new machine, but not a deactivated one.
            if !start.isActive && !beginsActive { machine.deactivate() }
            machine.observeRequests { record in
                answers.append(
                    Entry("", AnsweredRequest(record), record.argument.map { Recording.arguments($0) }, isOwn: false))
            }
            return Run(state: place) { entry in
                answers = []
                switch entry.request {
                case AnsweredRequest.activation: machine.activate()
                case "deactivate()": machine.deactivate()
                default:
                    guard let request = requests[entry.request] else {
                        let names = requests.keys.sorted().map { "“\($0)”" }.joined(separator: ", ")
                        throw RecordingError("Nothing makes the request “\(entry.request)”; there is \(names).")
                    }
                    do { try request(machine, Arguments(values: entry.arguments ?? [])) } catch {
                        let reason = RecordingError.sentence(about: error)
                        throw RecordingError("“\(entry.request)” cannot be made: \(reason)")
                    }
                }
                return answers
            }
        }
    }

    /// Makes the recorded requests to a new machine that is no context, as ``replay(of:on:requests:)`` does for a
    /// context.
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
                return [Entry("", answer, nil, isOwn: false)]
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
        let start = try situation(of: name)
        let recorded = entries.filter { $0.machine == name }
        if recorded.isEmpty { return Replay(agreeing: 0, deviation: nil) }
        func fresh() throws -> Run {
            let run = try make(start, recorded[0].isActivation)
            guard run.state == start.state else {
                let places = "begins in “\(start.state)”, and the machine for that in “\(run.state)”"
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
            for answer in seen.isEmpty ? [nil] : seen as [Entry?] {
                guard next < recorded.count else { break }  // The recording ends within a request.
                let expected = recorded[next]
                if let answer, answer.agrees(with: expected) {
                    next += 1
                    continue
                }
                let shortest = try Recording.fewest(inputs, showing: answers, fresh)
                return Replay(
                    agreeing: next,
                    deviation: Deviation(
                        request: next + 1, line: expected.line, recorded: expected.text,
                        seen: answer?.text ?? "nothing", path: inputs.map(\.call), shortest: shortest.map(\.call)))
            }
        }
        return Replay(agreeing: recorded.count, deviation: nil)
    }

    /// Leaves out requests while the answers to the last request stay the same.
    private static func fewest(
        _ inputs: [Entry], showing answers: [Entry], _ fresh: () throws -> Run
    ) throws -> [Entry] {
        let last = inputs.suffix(1)
        func shows(_ inputs: [Entry]) throws -> Bool {
            let run = try fresh()
            return try (inputs + last).map(run.make).last == answers
        }
        let shortcut = Recording.shortcut(through: inputs)
        let way = try shows(shortcut) ? shortcut : inputs.dropLast()
        return try way.shrunk { try shows($0) ? $0 : nil } + last
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

extension Recording.Entry {
    /// Returns true for equal requests with equal consequences; arguments are not compared.
    fileprivate func agrees(with other: Recording.Entry) -> Bool {
        (request, state, outcome, target, refusal) == (
            other.request, other.state, other.outcome, other.target, other.refusal
        )
    }

    /// The request with its arguments on one line: `seek(to: 0:05)`.
    var call: String {
        let texts = (arguments ?? []).map { $0.text ?? "hidden" }
        return (request.withoutArguments + "(\(texts.joined(separator: ", ")))").onOneLine
    }

    /// The request and its consequences on one line.
    fileprivate var text: String {
        let reason = refusal.map { ", \($0)" } ?? ""
        let reached = outcome == "transitioned" ? target : nil
        return "\(call): \(reached.map { "\(state) → \($0)" } ?? "\(outcome) in \(state)")\(reason)".onOneLine
    }
}

extension Recording.Replay: CustomStringConvertible {
    /// The number of requests without a deviation; or the recorded and the actual answer, and the requests that lead to
    /// them.
    public var description: String {
        guard let deviation else { return "no deviation in \(agreeing) \(agreeing == 1 ? "request" : "requests")" }
        let place = deviation.line > 0 ? ", line \(deviation.line)" : ""
        var lines = ["deviates at request \(deviation.request)\(place)", "  recorded: \(deviation.recorded)"]
        lines.append("  seen:     \(deviation.seen)")
        lines.append("  after:    \(deviation.path.joined(separator: ", "))")
        if deviation.shortest != deviation.path {
            lines.append("  fewest:   \(deviation.shortest.joined(separator: ", "))")
        }
        return lines.joined(separator: "\n")
    }
}
