import AsyncPrimitives
import Dispatch
import Sockets
import Synchronization
import WebSockets

/// A WebSocket server on this machine, for the playground and the tests.
///
/// `start()` returns the port. By default the server echoes each message. It can also do things that a server must not
/// do: its ``Answer`` to a client may be silence or garbage, and it may reset connections.
// Sound: the listener is used on the serial queue only; everything else is behind a lock.
package final class LoopbackServer: @unchecked Sendable {
    package typealias Request = ServerHandshake.Request

    package struct Counts: Hashable, Sendable {
        package var accepted = 0
        /// The number of current connections, even those without a handshake.
        package var present = 0
        /// The number of current connections on which messages can be exchanged.
        package var open = 0
    }

    private struct Connections {
        var connections: [Connection] = []
        var counts = Counts()
        var port: UInt16
    }

    private let queue: DispatchQueue
    private let answer: @Sendable (Request) -> Answer
    private let state: Mutex<Connections>
    /// The counts. A task that waits for a condition sees every value, even if it is replaced at once.
    private let currentCounts = CurrentValue(Counts(), limit: .max)
    private var listener: Listener?

    /// Creates a server that is not started, and echoes each message. Port 0 stands for a free port of 127.0.0.1.
    package convenience init(port: UInt16 = 0) { self.init(port: port) { _ in .accept(Connection.echo) } }

    /// Creates a server that is not started. `answer` accepts or refuses each client, on the server's queue.
    package init(port: UInt16 = 0, answer: @escaping @Sendable (Request) -> Answer) {
        queue = Connection.makeQueue()
        self.answer = answer
        state = Mutex(Connections(port: port))
    }

    deinit { stop() }

    /// Begins to listen, and returns the port. After ``stop()``, the port is the same as before.
    ///
    /// Throws `TransportError.unreachable` if the port is taken. Stop a started server before you start it again.
    @discardableResult
    package func start() throws(TransportError) -> UInt16 {
        let result = Connection.synchronously(on: queue) { [self] () -> Result<UInt16, TransportError> in
            Result { () throws(TransportError) in
                guard listener == nil else {
                    fatalError("A server that has been started is stopped before it is started again.")
                }
                let port = state.withLock { $0.port }
                let listener = try Listener(port: port, queue: queue) { [weak self] in self?.accepted($0) }
                self.listener = listener
                state.withLock { $0.port = listener.port }
                return listener.port
            }
        }
        return try result.get()
    }

    /// Cuts all connections and listens no longer, as if the server had been killed.
    package func stop() {
        Connection.synchronously(on: queue) { [self] in
            listener?.close()
            listener = nil
            for connection in connections { connection.cut() }
        }
    }

    /// The port on 127.0.0.1. Before the first start it is the requested port, so 0 if any free port was requested.
    package var port: UInt16 { state.withLock { $0.port } }

    /// The current connections, the oldest first.
    package var connections: [Connection] { state.withLock { $0.connections } }

    package var counts: Counts { state.withLock { $0.counts } }

    package func wait(until condition: @escaping @Sendable (Counts) -> Bool) async {
        await currentCounts.wait(until: condition)
    }

    private func accepted(_ descriptor: SocketDescriptor) {
        let connection = Connection(descriptor, queue: queue, answer: answer) { [weak self] connection, change in
            self?.change { state in
                switch change {
                case .opened:
                    state.counts.open += 1
                case .ended(let wasOpen):
                    state.connections.removeAll { $0 === connection }
                    state.counts.present -= 1
                    if wasOpen { state.counts.open -= 1 }
                }
            }
        }
        change { state in
            state.connections.append(connection)
            state.counts.accepted += 1
            state.counts.present += 1
        }
        connection.start()
    }

    private func change(_ body: (inout Connections) -> Void) {
        state.withLock { state in
            body(&state)
            currentCounts.update(to: state.counts)
        }
    }
}
