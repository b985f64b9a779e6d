import Foundation
import StateExploration
import StatePattern
import Testing

/// Engines for SCXML by other people.
public enum StatechartEngine: String, CaseIterable, Sendable {
    /// The package python-statemachine, in the Python that the environment's `PYTHON` names.
    case statemachine
    /// That of Qt, in the Python of Debian.
    case qt = "PySide2.QtScxml"

    private var python: Program? {
        if self == .qt { return Program(at: URL(filePath: "/usr/bin/python3")) }
        return ProcessInfo.processInfo.environment["PYTHON"].map { Program(at: URL(filePath: $0)) }
            ?? Program.installed("python3")
    }

    /// The engines that are installed; all of them when `REQUIRE_PEERS` is set.
    public static let expected = allCases.filter { engine in
        ProcessInfo.processInfo.environment["REQUIRE_PEERS"] != nil
            || (try? engine.python?.run(["-c", "import \(engine.rawValue)"]))??.status == 0
    }

    /// The engine's message about a text that is no SCXML document.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// A chart, and the graph that it was made of.
    public typealias Chart = (scxml: String, json: String)

    /// Makes the requests of a transition tour to the expected engines that have a chart, and compares them with the graph.
    ///
    /// - Parameters:
    ///   - scxml: The chart.
    ///   - json: The graph.
    /// - Returns: Each state, or list of consequences, that is not the graph's, with the requests that led there.
    /// - Throws: An error when there is no engine, or when it cannot read the chart.
    public static func disagreements(over scxml: String, with json: String) throws -> [String] {
        try expected.flatMap { try $0.disagreements(over: [(scxml, json)])[0] }
    }

    /// Makes the requests of transition tours to this engine, and returns what is not that of the graph for each chart.
    public func disagreements(over charts: [Chart]) throws -> [[String]] {
        let graphs = try charts.map { try JSONDecoder().decode(WrittenGraph.self, from: Data($0.json.utf8)) }
        let tours = try graphs.map { try $0.model.explore(limit: .max).transitionTour() }
        let answers = try steps(of: zip(charts, tours).map { ($0.scxml, $1) })
        return zip(zip(graphs, tours), answers).map { chart, answers in
            zip(chart.1, answers).flatMap { requests, seen in
                zip(chart.0.steps(requests), seen).enumerated().filter { $1.0 != $1.1 }.map { count, steps in
                    "\(rawValue): \(steps.1), not \(steps.0), after \(requests.prefix(count))"
                }
            }
        }
    }

    /// Makes requests to machines of this engine, and returns their steps: the start, and one for each request.
    public func steps(of jobs: [(scxml: String, sequences: [[String]])]) throws -> [[[Step]]] {
        guard let python else { throw Failure(description: "there is no Python: set PYTHON") }
        let script = Program.package.appending(path: ".ci/scxml-run.py").path(percentEncoded: false)
        let input = String(decoding: try JSONEncoder().encode(jobs.map(Job.init)), as: UTF8.self)
        let result = try python.run([script, rawValue], input: input)
        guard result.status == 0 else { throw Failure(description: result.errors) }
        return try JSONDecoder().decode([[[Step]]].self, from: Data(result.output.utf8))
    }

    private struct Job: Encodable {
        let scxml: String
        let sequences: [[String]]
    }

    /// The states of a machine after a request, and what was logged on the way there, on a line each.
    public struct Step: Decodable, Equatable, Sendable {
        public let states: Set<String>
        public let log: String
    }

    /// A graph as it is written in JSON.
    private struct WrittenGraph: Decodable {
        struct State: Decodable {
            let name: String
            let isExplored: Bool
            let cells: [Cell]
            let regions: [String]?
        }
        struct Cell: Decodable {
            let outcome: String?
            let request: String
            let target: String
            let trace: [String]
        }
        let initial: String
        let requests: [String]
        let states: [State]

        func cell(_ request: String, in state: String) -> Cell? {
            states.first { $0.name == state }?.cells.first { $0.request == request }
        }

        /// A machine that does what is written.
        var model: MachineModel<String> {
            MachineModel(
                { initial },
                requests: .init(requests) { state, request in
                    guard let cell = cell(request, in: state) else { return nil }
                    state = cell.target
                    return cell.outcome == "transitioned" ? .transitioned : .handled
                },
                state: { $0 })
        }

        /// The steps of a machine that gets requests.
        func steps(_ requests: [String]) -> [Step] {
            var state = initial
            func names(of state: String) -> Set<String> {
                Set(states.first { $0.name == state }?.regions ?? [state])
            }
            return [Step(states: names(of: initial), log: "")]
                + requests.map { request in
                    let cell = cell(request, in: state)
                    state = cell?.target ?? state
                    return Step(states: names(of: state), log: (cell?.trace ?? []).map { $0 + "\n" }.joined())
                }
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests in which an engine by other people runs a chart.
    public static var needsStatechartEngine: Self {
        .enabled(
            if: !StatechartEngine.expected.isEmpty,
            "python-statemachine and the Python package of Qt’s engine are missing")
    }
}
