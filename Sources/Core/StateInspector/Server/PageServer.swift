import Foundation
import Synchronization

/// A server on the loopback interface that answers one request on each connection.
///
/// A thread waits for clients, instead of Dispatch's read sources: on Linux, these sometimes crash when a client hangs
/// up.
// Sound: connections are used only on the queue; a mutex guards the listener.
final class PageServer: @unchecked Sendable {
    /// The greatest number of connections. A further connection replaces the oldest one without events; if all
    /// connections get events, it is refused.
    private static let connectionLimit = 64

    /// Answers a request on its connection. It is called on the queue.
    let answer: @Sendable (HTTPRequest, ServerConnection) -> Void
    private let queue: DispatchQueue
    /// The listening socket; `nil` once the server is closed.
    private let listener: Mutex<ServerSocket?>
    /// A pair of connected sockets that ends the thread's wait. The thread watches `ear`; writing to `bell` wakes it.
    private let (bell, ear): (ServerSocket, ServerSocket)
    private var connections: [ServerConnection] = []

    /// Begins to accept connections.
    ///
    /// - Parameters:
    ///   - listener: The listening socket.
    ///   - queue: The serial queue on which connections are used.
    ///   - answer: Answers a request on its connection. It is called on the queue.
    /// - Throws: ``InspectorError`` if the system has no free descriptors.
    init(
        _ listener: ServerSocket, queue: DispatchQueue,
        answer: @escaping @Sendable (HTTPRequest, ServerConnection) -> Void
    ) throws(InspectorError) {
        (self.queue, self.answer) = (queue, answer)
        self.listener = Mutex(listener)
        (bell, ear) = try ServerSocket.pair()
        Thread.detachNewThread { [self] in run() }
    }

    /// Stops listening, and ends all connections.
    func close() {
        guard let listener = listener.withLock({ $0.take() }) else { return }
        // The port is free before `close` returns; the connections end later, on the queue.
        listener.finishListening()
        queue.async { [self] in for connection in connections { connection.end() } }
        wake()
    }

    /// Ends the thread's wait, so that it collects the connections to watch again.
    func wake() { _ = bell.write([0]) }

    func forget(_ connection: ServerConnection) { connections.removeAll { $0 === connection } }

    private func run() {
        while let listener = listener.withLock({ $0 }) {
            var (watched, states) = queue.sync { [self] in
                let events =
                    [Int16(POLLIN), Int16(POLLIN)] + connections.map { Int16($0.isBehind ? POLLIN | POLLOUT : POLLIN) }
                let numbers = [listener.number, ear.number] + connections.map(\.socket.number)
                return (connections, zip(numbers, events).map { pollfd(fd: $0, events: $1, revents: 0) })
            }
            poll(&states, nfds_t(states.count), -1)
            queue.sync { [self] in
                _ = ear.read()
                for (connection, state) in zip(watched, states.dropFirst(2)) where state.revents != 0 {
                    connection.advance()
                }
            }
            if states[0].revents != 0 { accept(from: listener) }
        }
    }

    private func accept(from listener: ServerSocket) {
        do throws(ServerSocket.Shortage) {
            guard let socket = try listener.acceptConnection() else { return }
            queue.sync { [self] in
                if connections.count >= PageServer.connectionLimit {
                    guard let other = connections.first(where: { !$0.sendsEvents }) else { return }
                    other.end()
                }
                connections.append(ServerConnection(socket, of: self))
            }
        } catch {
            // A pause, because a waiting client keeps the socket readable, so the thread would retry without end.
            usleep(10_000)
        }
    }
}
