import STOMP
import AsyncPrimitives
import LoopbackServer
import Messaging
import Sockets
import Synchronization

/// Carries out the decisions of a broker's core on the connections of the loopback server.
///
/// It decides and sends on the queue of the server, so each connection gets its frames in order.
final class BrokerRuntime: Sendable {
    private struct State {
        var core: BrokerCore
        var connections: [MessageStore.ClientID: LoopbackServer.Connection] = [:]
        var nextClient = 1
    }

    private let state: Mutex<State>
    /// The counts. A consumer gets every change, even if another change follows at once.
    private let currentCounts: CurrentValue<LoopbackBroker.Counts>

    init(_ core: BrokerCore) {
        state = Mutex(State(core: core))
        currentCounts = CurrentValue(core.counts, limit: .max)
    }

    func read<Value: Sendable>(_ body: (BrokerCore) -> Value) -> Value {
        state.withLock { body($0.core) }
    }

    /// Changes the core, and publishes the new counts.
    @discardableResult func change<Value: Sendable>(_ body: (inout BrokerCore) -> Value) -> Value {
        state.withLock { state in
            defer { currentCounts.update(to: state.core.counts) }
            return body(&state.core)
        }
    }

    func wait(until condition: @escaping @Sendable (LoopbackBroker.Counts) -> Bool) async {
        await currentCounts.wait(until: condition)
    }

    func connections(of user: String) -> [LoopbackServer.Connection] {
        state.withLock { state in state.core.clients(of: user).compactMap { state.connections[$0] } }
    }

    /// Creates the handler of a new connection, with the next client number.
    func makeHandler() -> LoopbackServer.Handler {
        let id = state.withLock { state in
            defer { state.nextClient += 1 }
            return state.nextClient
        }
        return { [self] connection, event in
            switch event {
            case .opened:
                state.withLock { $0.connections[id] = connection }
                change { $0.open(id) }
            case .message(let message): carryOut(change { $0.receive(message.bytes, id) })
            case .ended:
                state.withLock { $0.connections[id] = nil }
                carryOut(change { $0.clientIsGone(id) })
            }
        }
    }

    private func carryOut(_ actions: [BrokerCore.Action]) {
        func connection(_ client: MessageStore.ClientID) -> LoopbackServer.Connection? {
            state.withLock { $0.connections[client] }
        }
        for action in actions {
            switch action {
            case .send(let frame, let client):
                // No client's frame may stop the broker, so the core refuses headers that cannot be encoded.
                if let message = try? frame.message() { connection(client)?.send(message) }
            case .close(let client): connection(client)?.close(code: .normal)
            }
        }
    }
}
