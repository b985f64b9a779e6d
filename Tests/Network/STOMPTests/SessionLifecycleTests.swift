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

    private enum State: String, CaseIterable {
        case disconnected = "Disconnected", connected = "Connected", disconnecting = "Disconnecting"
        case reconnecting = "Reconnecting", ended = "Ended"
    }

    private static let table: [TableCell<State, String, String>] =
        [
            .init(.disconnected, "connect", .connected, ["open"]),
            .init(.disconnected, "disconnect", .disconnecting),
            .init(.connected, "connect", .handled, .connected, ["open"]),
            .init(.connected, "disconnect", .disconnecting),
            .init(.connected, "closed", .handled, .connected, ["open"]),
            .init(.disconnecting, "connect", .reconnecting),
            .init(.disconnecting, "closed", .disconnected),
            .init(.reconnecting, "disconnect", .disconnecting),
            .init(.reconnecting, "closed", .connected, ["open"]),
            .init(.disconnecting, "disconnect", .handled, .disconnecting),
            .init(.reconnecting, "connect", .handled, .reconnecting),
            .init(.ended, "opened", .handled, .ended, ["close"]),
            .init(.ended, "end", .handled, .ended),
        ]
        + [State.disconnected, .ended].map { .init($0, "closed", .handled, $0) }
        + State.allCases.dropLast().flatMap { state in
            [.init(state, "end", .ended), .init(state, "opened", .handled, state)]
        }

    @Test func `answers as its table says, and is final only at the end`() throws {
        let graph = try model.explore()
        expectTable(Self.table, describes: graph)
        #expect(graph.deadEnds == ["Ended"])
    }
}
