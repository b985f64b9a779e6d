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

    @Test func `keeps its promises, each of which some lifecycle breaks`() throws {
        try expectKept(
            [
                "a connection is opened only when a client asks for it":
                    .precedes(.request("connect"), .effect("open")),
                "no connection is opened after a disconnect":
                    .never(.effect("open"), after: .request("disconnect"), until: .request("connect")),
                "a disconnect is over when the connection is closed":
                    .leads(from: .isIn("Disconnecting"), to: !.isIn("Disconnecting"), fair: ["closed"]),
                "the end is for good": .never(.effect("open") || !.isIn("Ended"), after: .isIn("Ended")),
                "a connection that is opened on the way to the end is closed":
                    .never(
                        .isIn("Ended") && .outcome(.handled, of: "opened"), after: .isIn("Ended"),
                        until: .effect("close")),
            ], in: model.explore())
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
