import Foundation
import StateExploration
import StatePattern
import Testing

/// An engine for SCXML by other people: that of python-statemachine, in the Python that the environment's `PYTHON` names.
public enum StatechartEngine {
    private static let python =
        ProcessInfo.processInfo.environment["PYTHON"].map { Program(at: URL(filePath: $0)) }
        ?? Program.installed("python3")

    /// True when the program is installed or `REQUIRE_PEERS` is set.
    public static let isExpected =
        ProcessInfo.processInfo.environment["REQUIRE_PEERS"] != nil
        || (try? python?.run(["-c", "import statemachine.io.scxml"]))??.status == 0

    /// The engine's message about a text that is no SCXML document.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Makes the requests of a transition tour to an engine that has a chart, and compares it with the graph.
    ///
    /// - Parameters:
    ///   - scxml: The chart.
    ///   - json: The graph.
    /// - Returns: Each state, or list of consequences, that is not the graph's, with the requests that led there.
    /// - Throws: An error when there is no engine, or when it cannot read the chart.
    public static func disagreements(over scxml: String, with json: String) throws -> [String] {
        guard let python else { throw Failure(description: "there is no Python: set PYTHON") }
        let graph = try JSONDecoder().decode(WrittenGraph.self, from: Data(json.utf8))
        let sequences = try graph.model.explore(limit: .max).transitionTour()
        let job = try JSONEncoder().encode(Job(scxml: scxml, sequences: sequences))
        let script = Program.package.appending(path: ".ci/scxml-run.py").path(percentEncoded: false)
        let result = try python.run([script], input: String(decoding: job, as: UTF8.self))
        guard result.status == 0 else { throw Failure(description: result.errors) }
        let answers = try JSONDecoder().decode([[Step]].self, from: Data(result.output.utf8))
        return zip(sequences, answers).flatMap { requests, seen in
            zip(graph.steps(requests), seen).enumerated().filter { $1.0 != $1.1 }.map { count, steps in
                "\(steps.1), not \(steps.0), after \(requests.prefix(count))"
            }
        }
    }

    private struct Job: Encodable {
        let scxml: String
        let sequences: [[String]]
    }

    private struct Step: Decodable, Equatable {
        let states: Set<String>
        let log: String
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
                { initial }, requests: requests,
                perform: { state, request in
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
        .enabled(if: StatechartEngine.isExpected, "The Python package python-statemachine is missing")
    }
}
