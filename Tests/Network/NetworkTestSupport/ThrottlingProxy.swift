import AsyncPrimitives
import Dispatch
import Foundation
import LoopbackServer
import Sockets
import Synchronization
import WebSockets

/// A proxy to a server of this machine that is as slow, in each direction, as a test wants its line to be.
///
/// Each connection has the rates for itself. The client notices the slowness, since the proxy keeps almost nothing back for
/// it; the server's system keeps what it can.
// Sound: everything but the count, which is atomic, is used on the serial queue only.
public final class ThrottlingProxy: @unchecked Sendable {
    /// The port on 127.0.0.1 for clients.
    public private(set) var port: UInt16 = 0
    private let queue = DispatchQueue(label: "ThrottlingProxy")
    private let server: UInt16
    private let rates: (up: Int?, down: Int?)
    private var listener: Listener?
    private var connections: [Connection] = []
    private var bytesBeforeCut: Int?
    private let count = Atomic(0)

    /// Begins to listen for clients of the server at a port of 127.0.0.1. The rates are bytes a second, or `nil` for as
    /// many as there are. After a number of bytes to the server, all connections are reset, once.
    public init(to server: UInt16, up: Int? = nil, down: Int? = nil, cutAfter bytesBeforeCut: Int? = nil) throws {
        self.server = server
        self.bytesBeforeCut = bytesBeforeCut
        rates = (up, down)
        let listener = try queue.sync { try Listener(queue: queue) { [weak self] in self?.accept($0) } }
        port = listener.port
        queue.sync { self.listener = listener }
    }

    deinit {
        // Nothing else holds the proxy, so nothing runs on its queue any more but what these calls bring about.
        listener?.close()
        for connection in connections { connection.end { $0.reset() } }
    }

    /// The number of connections that clients have opened.
    public var accepted: Int { count.load(ordering: .relaxed) }

    private func accept(_ descriptor: SocketDescriptor) {
        // Or the system would take megabytes of the client before it notices that the line is slow.
        descriptor.set(SOL_SOCKET, SO_RCVBUF, Int32(32 << 10))
        descriptor.set(SOL_SOCKET, SO_SNDBUF, Int32(32 << 10))
        let client = TCPStream(adopting: descriptor, queue: queue)
        let server = TCPStream(host: "127.0.0.1", port: server, queue: queue)
        count.add(1, ordering: .relaxed)
        connections.append(
            Connection(
                up: Lane(from: client, to: server, rate: rates.up, queue: queue) { [weak self] in
                    self?.bytesBeforeCut ?? .max
                } passed: { [weak self] in
                    self?.passed($0)
                }, down: Lane(from: server, to: client, rate: rates.down, queue: queue)))
    }

    private func passed(_ count: Int) {
        guard let rest = bytesBeforeCut else { return }
        bytesBeforeCut = rest > count ? rest - count : nil
        if rest <= count { for connection in connections { connection.end { $0.reset() } } }
    }
}

/// A client's connection, and the one to the server that belongs to it.
private final class Connection {
    private let up: Lane
    private let down: Lane
    private var isOver = false

    init(up: Lane, down: Lane) {
        (self.up, self.down) = (up, down)
        for lane in [up, down] {
            lane.ended = { [weak self] error in
                guard let self else { return }
                if error != nil { end { $0.reset() } } else if self.up.isOver, self.down.isOver { end { $0.close() } }
            }
        }
        up.target.connect(timeout: .seconds(600)) { [weak self] error in
            if error != nil { self?.end { $0.reset() } }
            self?.up.resume()
            self?.down.resume()
        }
    }

    func end(_ close: (TCPStream) -> Void) {
        guard !isOver else { return }
        (isOver, up.isOver, down.isOver) = (true, true, true)
        close(up.source)
        close(up.target)
    }
}

/// The bytes of a connection in one direction.
// Sound: it is used on the queue of the proxy only.
private final class Lane: @unchecked Sendable {
    let source: TCPStream
    let target: TCPStream
    private let rate: Int?
    private let queue: DispatchQueue
    /// The greatest number of bytes that may pass before a cut.
    private let limit: () -> Int
    private let passed: (Int) -> Void
    private var time = DispatchTime.now()
    /// The number of bytes that may pass now, which is never that of more than 50 ms.
    private var allowance = 0.0
    /// Bytes that were read, and that the target has no room for.
    private var pending: ArraySlice<UInt8> = []
    var isOver = false
    /// Called once, at the end of the source; with an error if either connection is lost.
    var ended: (TransportError?) -> Void = { _ in }

    init(
        from source: TCPStream, to target: TCPStream, rate: Int?, queue: DispatchQueue,
        limit: @escaping () -> Int = { .max }, passed: @escaping (Int) -> Void = { _ in }
    ) {
        (self.source, self.target, self.rate, self.queue) = (source, target, rate, queue)
        (self.limit, self.passed) = (limit, passed)
    }

    func resume() {
        do throws(TransportError) {
            while !isOver {
                guard try writePending() else { return target.whenWritable { [weak self] in self?.resume() } }
                let count = min(allowed(), limit())
                guard count > 0 else {
                    return queue.asyncAfter(deadline: .now() + .milliseconds(5)) { [weak self] in self?.resume() }
                }
                guard let bytes = try read(count) else { return source.whenReadable { [weak self] in self?.resume() } }
                allowance -= Double(bytes.count)
                pending = bytes[...]
                if bytes.isEmpty {
                    isOver = true
                    target.finishWriting()
                    ended(nil)
                }
            }
        } catch {
            isOver = true
            ended(error)
        }
    }

    private func allowed() -> Int {
        let now = DispatchTime.now()
        defer { time = now }
        guard let rate else { return 16 << 10 }
        let seconds = Double(now.uptimeNanoseconds - time.uptimeNanoseconds) / 1e9
        allowance = min(allowance + seconds * Double(rate), max(Double(rate) * 0.05, 1))
        return min(Int(max(allowance, 0)), 16 << 10)
    }

    /// Returns true if nothing is left.
    private func writePending() throws(TransportError) -> Bool {
        while !pending.isEmpty, !isOver {
            let result = pending.withUnsafeBytes { bytes in
                Result { () throws(TransportError) in try target.write(bytes) }
            }
            guard let count = try result.get() else { return false }
            pending = pending.dropFirst(count)
            passed(count)
        }
        return true
    }

    /// Returns the bytes, none at the end, or `nil` if there are none now.
    private func read(_ count: Int) throws(TransportError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = bytes.withUnsafeMutableBytes { bytes in
            Result { () throws(TransportError) in try source.read(into: bytes) }
        }
        return try result.get().map { Array(bytes.prefix($0)) }
    }
}
