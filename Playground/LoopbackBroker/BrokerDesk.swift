import STOMP
import AsyncPrimitives
import LoopbackServer
import Messaging
import Sockets
import Synchronization

/// Carries out what the switchboard of a broker decides.
///
/// What a connection is sent is decided and sent on the queue of its server; so everybody is sent everything in order.
final class BrokerDesk: Sendable {
    private struct State {
        var switchboard: Switchboard
        var connections: [Depot.ClientID: LoopbackServer.Connection] = [:]
        var beats: [Depot.ClientID: [ScopedTask]] = [:]
        var nextClient = 1
    }

    private let state: Mutex<State>
    /// The counts, each that comes: who waits for one does not miss it.
    private let currentCounts: CurrentValue<LoopbackBroker.Counts>
    private let clock = AnyClock(ContinuousClock())

    init(_ switchboard: Switchboard) {
        state = Mutex(State(switchboard: switchboard))
        currentCounts = CurrentValue(switchboard.counts, limit: .max)
    }

    func read<Value: Sendable>(_ body: (Switchboard) -> Value) -> Value {
        state.withLock { body($0.switchboard) }
    }

    /// Changes the switchboard, and tells those who have waited for that.
    @discardableResult func change<Value: Sendable>(_ body: (inout Switchboard) -> Value) -> Value {
        state.withLock { state in
            defer { currentCounts.update(to: state.switchboard.counts) }
            return body(&state.switchboard)
        }
    }

    func wait(until condition: @escaping @Sendable (LoopbackBroker.Counts) -> Bool) async {
        await currentCounts.wait(until: condition)
    }

    func connections(of user: String) -> [LoopbackServer.Connection] {
        state.withLock { state in state.switchboard.clients(of: user).compactMap { state.connections[$0] } }
    }

    /// What is told of one more connection.
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
            case .message(let message): carryOut(change { [clock] in $0.receive(message.bytes, id, clock.now) })
            case .pong: break
            case .ended:
                state.withLock { state in
                    state.connections[id] = nil
                    state.beats[id] = nil
                }
                carryOut(change { $0.clientIsGone(id) })
            }
        }
    }

    private func carryOut(_ actions: [Switchboard.Action]) {
        for action in actions {
            guard let connection = state.withLock({ $0.connections[action.client] }) else { continue }
            switch action.deed {
            case .send(let frame):
                guard let message = try? frame.message() else { fatalError("A broker sends what can be encoded.") }
                connection.send(message)
            case .beat(let agreed): beat(agreed, action.client)
            case .close: connection.close(code: .normal)
            case .cut: connection.cut()
            }
        }
    }

    // MARK: Heart-beats

    private func beat(_ agreed: HeartBeat, _ client: Depot.ClientID) {
        var tasks: [ScopedTask] = []
        if agreed.send > .zero {
            tasks.append(
                ScopedTask { [weak self, clock] in
                    while (try? await clock.sleep(until: clock.now + agreed.send)) != nil { self?.sendBeat(to: client) }
                })
        }
        if agreed.receive > .zero {
            tasks.append(
                ScopedTask.repeating(on: clock) { [weak self] in self?.listen(to: client, every: agreed.receive) })
        }
        state.withLock { $0.beats[client] = tasks }
    }

    private func sendBeat(to client: Depot.ClientID) {
        let connection = state.withLock { state in
            state.switchboard.faults.sendsNoHeartBeats ? nil : state.connections[client]
        }
        connection?.send(.heartBeat)
    }

    /// Drops a client that was not heard of for three times the time agreed.
    ///
    /// - Returns: When to look next, if the client is there.
    private func listen(to client: Depot.ClientID, every interval: Duration) -> AnyClock.Instant? {
        let (lastRead, connection) = state.withLock { ($0.switchboard.lastRead(of: client), $0.connections[client]) }
        guard let lastRead, let connection else { return nil }
        if clock.now - lastRead < interval * 3 { return lastRead + interval * 3 }
        connection.cut()
        return nil
    }
}
