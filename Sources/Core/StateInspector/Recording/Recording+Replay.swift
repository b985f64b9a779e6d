import Foundation
import StateExploration
import StatePattern

extension Recording {
    /// The arguments of a recorded request.
    public struct Arguments: Sendable {
        let values: [Argument]

        /// Reads an argument that was `Encodable` when it was recorded.
        ///
        /// - Parameter index: The place of the argument in the method.
        /// - Returns: The argument.
        /// - Throws: An error if there is no such argument, or if that was hidden, or has another type.
        public func value<Value: Decodable>(_ index: Int = 0) throws -> Value {
            let argument = try argument(index)
            guard let json = argument.json else {
                let problem = argument.text == nil ? "is hidden" : "was recorded as text alone"
                throw RecordingError("argument \(index + 1) \(problem).")
            }
            do { return try JSONDecoder().decode(Value.self, from: Data(json.utf8)) } catch {
                throw RecordingError("argument \(index + 1), \(json), is no \(Value.self).")
            }
        }

        /// Reads an argument as text.
        ///
        /// - Parameter index: The place of the argument in the method.
        /// - Returns: The text.
        /// - Throws: An error if there is no such argument, or if that was hidden.
        public func text(_ index: Int = 0) throws -> String {
            guard let text = try argument(index).text else { throw RecordingError("argument \(index + 1) is hidden.") }
            return text
        }

        private func argument(_ index: Int) throws -> Argument {
            guard values.indices.contains(index) else {
                throw RecordingError("there is no argument \(index + 1), of \(values.count).")
            }
            return values[index]
        }
    }

    /// The result of making recorded requests of another machine.
    public struct Replay: Equatable, Sendable {
        /// The number of requests in which both agree.
        public let agreeing: Int
        /// The first request that the machine answers otherwise; `nil` if there is none.
        let deviation: Deviation?

        /// True if both agree in all requests.
        public var isSame: Bool { deviation == nil }
    }

    struct Deviation: Equatable {
        /// The number of the request among those of the machine, from 1 on.
        let request: Int
        /// The line in the file; 0 if the recording was not read from one.
        let line: Int
        let recorded: String
        let seen: String
        /// The requests that were made up to there, and the fewest of them that show the same.
        let path, shortest: [String]
    }

    /// Makes the recorded requests of a fresh machine, and compares what both do, up to the first difference.
    ///
    /// What the machine does of itself is not made again, but compared: follow-ups, and what it had deferred. The reports of services are
    /// requests, too, so `make` gives the machine services that do nothing.
    ///
    /// - Parameters:
    ///   - name: The machine's name in the recording.
    ///   - make: Makes a machine, always the same, that begins where the recording does: in a state that is given by its path.
    ///   - requests: The requests as they are recorded, and what makes them: `["seek(to:)": { $0.seek(to: try $1.value()) }]`.
    /// - Returns: The extent of the agreement, or the first difference, with the fewest requests that show it.
    /// - Throws: A ``RecordingError`` if there is no such machine, or a request that cannot be made; and what `make` throws.
    /// - Complexity: O(*requests*), and after a deviation O(*requests*²) to find the fewest.
    public func replay<Machine, S>(
        of name: String, on make: (_ state: String) throws -> Machine,
        requests: [String: (_ machine: Machine, _ arguments: Arguments) throws -> Void]
    ) throws -> Replay where Machine: Context<S> {
        let start = try situation(of: name)
        let recorded = entries.filter { $0.machine == name }
        if recorded.isEmpty { return Replay(agreeing: 0, deviation: nil) }
        func fresh() throws -> Run<Machine, S> {
            let machine = try make(start.state)
            guard machine.state.path == start.state else {
                let places = "begins in “\(start.state)”, and the machine for that in “\(machine.state.path)”"
                throw RecordingError("The recording of “\(name)” \(places).")
            }
            if start.isActive { machine.activate() }
            // A closed machine is not activated by a request.
            if !start.isActive && !recorded[0].isActivation { machine.deactivate() }
            return Run(machine, requests)
        }
        var run = try fresh()
        var (inputs, answers): ([Entry], [Entry]) = ([], [])
        var next = 0
        while next < recorded.count {
            let input = recorded[next]
            let seen: [Entry]
            if input.isOwn == true {
                seen = []  // The request before it has not led to it.
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
                let shortest = try fewest(inputs, showing: answers, fresh)
                return Replay(
                    agreeing: next,
                    deviation: Deviation(
                        request: next + 1, line: expected.line, recorded: expected.text,
                        seen: answer?.text ?? "nothing",
                        path: inputs.map(\.call), shortest: shortest.map(\.call)))
            }
        }
        return Replay(agreeing: recorded.count, deviation: nil)
    }

    /// The shortest way that the requests have shown through the states, to the state of the last one; and that one.
    private static func shortcut(through inputs: [Entry]) -> [Entry] {
        var steps: [String: [Int]] = [:]
        for index in inputs.indices { steps[inputs[index].state, default: []].append(index) }
        var (known, waiting): (Set<String>, [(state: String, path: [Int])]) = (
            [inputs[0].state], [(inputs[0].state, [])]
        )
        var next = 0
        while waiting[next].state != inputs[inputs.count - 1].state {
            for index in steps[waiting[next].state] ?? [] where index + 1 < inputs.count {
                let reached = inputs[index + 1].state
                if known.insert(reached).inserted { waiting.append((reached, waiting[next].path + [index])) }
            }
            next += 1
        }
        return waiting[next].path.map { inputs[$0] } + inputs.suffix(1)
    }

    /// Leaves out requests, many at a time and then single ones, while the last one is still answered in the same way.
    private func fewest<Machine, S>(
        _ inputs: [Entry], showing answers: [Entry], _ fresh: () throws -> Run<Machine, S>
    ) throws -> [Entry] {
        func shows(_ inputs: [Entry]) throws -> Bool {
            var run = try fresh()
            var last: [Entry] = []
            for input in inputs { last = try run.make(input) }
            return last == answers
        }
        let shortcut = Recording.shortcut(through: inputs)
        var fewest = try shows(shortcut) ? shortcut : inputs
        var size = max(1, fewest.count / 2)
        while true {
            var (start, hasShrunk) = (0, false)
            while start < fewest.count - 1 {
                var fewer = fewest
                fewer.removeSubrange(start..<min(start + size, fewest.count - 1))
                if try shows(fewer) { (fewest, hasShrunk) = (fewer, true) } else { start += size }
            }
            if size > 1 { size /= 2 } else if !hasShrunk { return fewest }
        }
    }

    /// A machine that makes recorded requests.
    private struct Run<Machine: Context<S>, S: ContextState> where S.Family == S {
        private final class Answers { var new: [Entry] = [] }
        private let machine: Machine
        private let requests: [String: (Machine, Arguments) throws -> Void]
        private let answers = Answers()

        init(_ machine: Machine, _ requests: [String: (Machine, Arguments) throws -> Void]) {
            (self.machine, self.requests) = (machine, requests)
            machine.observeRequests { [answers] record in
                let answer = AnsweredRequest(record)
                answers.new.append(
                    Entry(
                        machine: "", request: answer.name, arguments: record.argument.map { Recording.arguments($0) },
                        state: answer.source.path,
                        outcome: "\(answer.outcome)", target: answer.target?.path, refusal: answer.refusal, isOwn: nil))
            }
        }

        mutating func make(_ entry: Entry) throws -> [Entry] {
            answers.new = []
            switch entry.request {
            case "activate()": machine.activate()
            case "deactivate()": machine.deactivate()
            default:
                guard let request = requests[entry.request] else {
                    let names = requests.keys.sorted().map { "“\($0)”" }.joined(separator: ", ")
                    throw RecordingError("Nothing makes the request “\(entry.request)”; there is \(names).")
                }
                do { try request(machine, Arguments(values: entry.arguments ?? [])) } catch {
                    throw RecordingError("“\(entry.request)” cannot be made: \(RecordingError.sentence(about: error))")
                }
            }
            return answers.new
        }
    }
}

extension Recording.Entry {
    /// Returns true if both are the same request with the same consequences; arguments are not compared.
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
        return "\(call): \(target.map { "\(state) → \($0)" } ?? "\(outcome) in \(state)")\(reason)".onOneLine
    }
}

extension Recording.Replay: CustomStringConvertible {
    /// The number of requests without a deviation, or the recorded answer, the one that is seen, and the requests before.
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
