@testable import STOMP
import StateExploration
import StatePattern
import TestSupport
import Testing

/// The machine that decides when a session's connection is opened and closed.
@Suite struct `The lifecycle of a session` {
    private var model: MachineModel<String> {
        MachineModel(
            SessionLifecycle.init,
            requests: [
                "connect": { $0.connect() }, "disconnect": { $0.disconnect() }, "opened": { $0.opened() },
                "closed": { $0.closed() }, "end": { $0.end() },
            ],
            trace: { $0.takeEffects().map(\.rawValue) })
    }

    @Test func `has the states of its table, and is final only at the end`() throws {
        let graph = try model.explore()
        #expect(
            Set(graph.states) == ["Disconnected", "Connected", "Disconnecting", "Reconnecting", "Ended"])
        #expect(graph.deadEnds == ["Ended"])
        #expect(graph.unhandledRequests == [])
    }

    @Test(.needsStatechartEngine) func `is the same in an engine by other people`() throws {
        let graph = try model.explore()
        #expect(try StatechartEngine.disagreements(over: graph.scxml(), with: graph.json()) == [])
    }

    @Test(
        arguments: [
            ("Disconnected", "connect", "Connected", ["open"]),
            ("Disconnected", "disconnect", "Disconnecting", []),
            ("Disconnected", "end", "Ended", []),
            ("Connected", "connect", "Connected", ["open"]),
            ("Connected", "disconnect", "Disconnecting", []),
            ("Connected", "closed", "Connected", ["open"]),
            ("Connected", "end", "Ended", []),
            ("Disconnecting", "connect", "Reconnecting", []),
            ("Disconnecting", "closed", "Disconnected", []),
            ("Disconnecting", "end", "Ended", []),
            ("Reconnecting", "disconnect", "Disconnecting", []),
            ("Reconnecting", "closed", "Connected", ["open"]),
            ("Reconnecting", "end", "Ended", []),
            ("Ended", "opened", "Ended", ["close"]),
        ] as [(String, String, String, [String])])
    func `answers as its table says`(state: String, request: String, target: String, effects: [String]) throws {
        let graph = try model.explore()
        let cell = graph.cells[try #require(graph.states.firstIndex(of: state))][
            try #require(graph.requests.firstIndex { "\($0)" == request })]
        #expect(graph.states[cell.target] == target)
        #expect(cell.trace == effects)
    }

    @Test func `leads nowhere and has no effect in all other cells`() throws {
        let graph = try model.explore()
        let moves = graph.cells.indices.flatMap { state in
            graph.cells[state].filter { $0.target != state || !$0.trace.isEmpty }
        }
        #expect(moves.count == 14)
    }
}
