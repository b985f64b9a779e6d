import AsyncPrimitives
import Foundation
import LoopbackServer
import Sockets
import WebSockets

/// A proxy to a server of this machine that is as slow, in each direction, as a test wants its line to be.
///
/// Each connection has the rate for itself. The client notices the slowness, since the proxy keeps almost nothing back for
/// it; the server's system keeps what it can.
// Sound: everything but the counts, which have a lock, is used on the serial queue only.
public final class ThrottlingProxy: @unchecked Sendable {
    /// A direction in which bytes pass.
    public enum Direction: Sendable {
        /// From the client to the server.
        case up
        /// From the server to the client.
        case down
    }

    /// Numbers of connections and bytes so far.
    public struct Counts: Hashable, Sendable {
        /// The connections that clients have opened.
        public internal(set) var accepted = 0
        /// The bytes that were passed to servers.
        public internal(set) var up = 0
        /// The bytes that were passed to clients.
        public internal(set) var down = 0
    }

    /// The port on 127.0.0.1 for clients.
    public let port: UInt16
    private let queue: DispatchQueue
    private let line: Line
    private let server: UInt16
    private var listener: Listener?
    private var connections: [ObjectIdentifier: Connection] = [:]
    private let currentCounts = CurrentValue(Counts())

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - server: The port of the server on 127.0.0.1.
    ///   - up: The number of bytes a second from the client to the server; `nil` for as many as there are.
    ///   - down: The number of bytes a second from the server to the client; `nil` for as many as there are.
    /// - Throws: `TransportError.unreachable` if there is no free port.
    public init(to server: UInt16, up: Int? = nil, down: Int? = nil) throws(TransportError) {
        let queue = DispatchQueue(label: "ThrottlingProxy")
        self.queue = queue
        self.server = server
        line = Line(rates: [.up: up, .down: down])
        let accepted = AcceptHandler()
        let result = queue.sync {
            Result { () throws(TransportError) in try Listener(queue: queue) { accepted.body?($0) } }
        }
        let listener = try result.get()
        port = listener.port
        queue.sync {
            self.listener = listener
            accepted.body = { [weak self] in self?.accept($0) }
        }
    }

    deinit {
        // Nothing else holds the proxy, so nothing runs on its queue any more but what these calls bring about.
        listener?.close()
        for connection in connections.values { connection.end { $0.reset() } }
    }

    /// The numbers so far.
    public var counts: Counts { currentCounts.value }

    /// Waits until the numbers are as they should be.
    public func wait(until condition: @Sendable (Counts) -> Bool) async { await currentCounts.wait(until: condition) }

    /// Changes the number of bytes a second in a direction: `nil` for as many as there are, 0 for none.
    public func setRate(_ rate: Int?, _ direction: Direction) {
        queue.sync {
            line.rates[direction] = rate
            for connection in connections.values { connection.resume() }
        }
    }

    /// Resets all connections, once, when a number of bytes more has passed in a direction; at once if it is 0.
    public func cut(after count: Int = 0, _ direction: Direction = .up) {
        queue.sync {
            line.cut = (direction, count)
            if count == 0 { cutConnections() }
        }
    }

    private func accept(_ descriptor: SocketDescriptor) {
        let connection = Connection(descriptor, to: server, line, queue: queue) { [weak self] event in
            self?.handle(event)
        }
        connections[ObjectIdentifier(connection)] = connection
        change { $0.accepted += 1 }
        connection.start()
    }

    private func handle(_ event: Connection.Event) {
        switch event {
        case .passed(let count, let direction):
            change { if direction == .up { $0.up += count } else { $0.down += count } }
            if line.isCut { cutConnections() }
        case .ended(let connection):
            connections[ObjectIdentifier(connection)] = nil
        }
    }

    private func cutConnections() {
        line.cut = nil
        for connection in connections.values { connection.end { $0.reset() } }
    }

    private func change(_ body: (inout Counts) -> Void) {
        var counts = currentCounts.value
        body(&counts)
        currentCounts.update(to: counts)
    }

    /// The handler of a listener that is made before the proxy.
    // Sound: it is used on the queue of the proxy only.
    private final class AcceptHandler: @unchecked Sendable { var body: ((SocketDescriptor) -> Void)? }
}

extension ThrottlingProxy {
    /// The rates of a proxy, and the number of bytes after which it cuts its connections.
    final class Line {
        var rates: [Direction: Int?]
        var cut: (direction: Direction, rest: Int)?

        init(rates: [Direction: Int?]) { self.rates = rates }

        func rate(_ direction: Direction) -> Int? { rates[direction] ?? nil }

        /// True when the bytes before a cut have passed.
        var isCut: Bool { cut?.rest == 0 }

        /// The greatest number of bytes that may pass before a cut.
        func bytesBeforeCut(_ direction: Direction) -> Int {
            if let cut, cut.direction == direction { cut.rest } else { .max }
        }

        func passed(_ count: Int, _ direction: Direction) {
            if let cut, cut.direction == direction { self.cut = (direction, cut.rest - count) }
        }
    }
}
