import Foundation
import LoopbackServer
import Sockets
import WebSockets

extension ThrottlingProxy {
    /// A client's connection, and the one to the server that belongs to it.
    final class Connection {
        enum Event {
            case passed(Int, Direction)
            case ended(Connection)
        }

        private let client: TCPStream
        private let server: TCPStream
        private let up: Lane
        private let down: Lane
        private let report: (Event) -> Void
        private var isOver = false

        init(
            _ descriptor: SocketDescriptor, to port: UInt16, _ line: Line, queue: DispatchQueue,
            report: @escaping (Event) -> Void
        ) {
            // Or the system would take megabytes of the client before it notices that the line is slow.
            descriptor.set(SOL_SOCKET, SO_RCVBUF, Int32(32 << 10))
            descriptor.set(SOL_SOCKET, SO_SNDBUF, Int32(32 << 10))
            client = TCPStream(adopting: descriptor, queue: queue)
            server = TCPStream(host: "127.0.0.1", port: port, queue: queue)
            up = Lane(.up, from: client, to: server, line, queue: queue)
            down = Lane(.down, from: server, to: client, line, queue: queue)
            self.report = report
        }

        func start() {
            for lane in [up, down] {
                lane.passed = { [weak self, direction = lane.direction] in self?.report(.passed($0, direction)) }
                lane.ended = { [weak self] error in self?.laneEnded(error) }
            }
            server.connect(timeout: .seconds(600)) { [weak self] error in
                if error == nil { self?.resume() } else { self?.end { $0.reset() } }
            }
        }

        /// Passes the bytes that may pass now.
        func resume() {
            up.resume()
            down.resume()
        }

        /// Ends both connections.
        func end(_ close: (TCPStream) -> Void) {
            guard !isOver else { return }
            isOver = true
            up.stop()
            down.stop()
            close(client)
            close(server)
            report(.ended(self))
        }

        private func laneEnded(_ error: TransportError?) {
            if error != nil { end { $0.reset() } } else if up.isOver, down.isOver { end { $0.close() } }
        }
    }

    /// The bytes of a connection in one direction.
    final class Lane {
        let direction: Direction
        private let source: TCPStream
        private let target: TCPStream
        private let line: Line
        private let queue: DispatchQueue
        private var allowance = Allowance()
        /// Bytes that were read, and that the target has no room for.
        private var pending: ArraySlice<UInt8> = []
        /// Set while a stream or the queue is to call `resumeAsScheduled`, which clears it.
        private var isScheduled = false
        private(set) var isOver = false

        var passed: (Int) -> Void = { _ in }
        /// Called once, at the end of the source; with an error if either connection is lost.
        var ended: (TransportError?) -> Void = { _ in }

        init(
            _ direction: Direction, from source: TCPStream, to target: TCPStream, _ line: Line, queue: DispatchQueue
        ) {
            self.direction = direction
            self.source = source
            self.target = target
            self.line = line
            self.queue = queue
        }

        func stop() { isOver = true }

        func resume() {
            guard !isScheduled else { return }
            do throws(TransportError) {
                while !isOver {
                    guard try writePending() else { return schedule { target.whenWritable($0) } }
                    let allowed = allowance.update(line.rate(direction), at: .now())
                    let count = min(allowed, line.bytesBeforeCut(direction), 16 << 10)
                    guard count > 0 else { return waitForAllowance() }
                    guard let bytes = try read(count) else { return schedule { source.whenReadable($0) } }
                    guard !bytes.isEmpty else { return finish() }
                    allowance.use(bytes.count)
                    pending = bytes[...]
                }
            } catch {
                isOver = true
                ended(error)
            }
        }

        private func finish() {
            isOver = true
            target.finishWriting()
            ended(nil)
        }

        /// A line that lets nothing pass is resumed when that changes.
        private func waitForAllowance() {
            guard line.rate(direction) != 0 else { return }
            schedule { handler in
                // Sound: it goes back to the queue that it came from.
                nonisolated(unsafe) let handler = handler
                queue.asyncAfter(deadline: .now() + .milliseconds(5)) { handler() }
            }
        }

        private func schedule(_ wait: (@escaping () -> Void) -> Void) {
            isScheduled = true
            wait { [weak self] in
                self?.isScheduled = false
                self?.resume()
            }
        }

        /// - Returns: True if nothing is left.
        private func writePending() throws(TransportError) -> Bool {
            while !pending.isEmpty {
                let result = pending.withUnsafeBytes { bytes in
                    Result { () throws(TransportError) in try target.write(bytes) }
                }
                guard let count = try result.get() else { return false }
                pending = pending.dropFirst(count)
                line.passed(count, direction)
                passed(count)
            }
            return true
        }

        /// - Returns: The bytes, none at the end, or `nil` if there are none now.
        private func read(_ count: Int) throws(TransportError) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            let result = bytes.withUnsafeMutableBytes { bytes in
                Result { () throws(TransportError) in try source.read(into: bytes) }
            }
            return try result.get().map { Array(bytes.prefix($0)) }
        }
    }

    /// The number of bytes that may pass now, which grows with time and is never that of more than 50 ms.
    struct Allowance {
        private var bytes = 0.0
        private var time: DispatchTime

        init(at time: DispatchTime = .now()) { self.time = time }

        /// - Parameters:
        ///   - rate: The bytes a second; `nil` for as many as there are.
        ///   - now: The current time.
        /// - Returns: The number of bytes that may pass now.
        mutating func update(_ rate: Int?, at now: DispatchTime) -> Int {
            let seconds = Double(now.uptimeNanoseconds - time.uptimeNanoseconds) / 1e9
            time = now
            guard let rate else { return .max }
            bytes = min(bytes + seconds * Double(rate), max(Double(rate) * 0.05, 1))
            return Int(max(bytes, 0))
        }

        mutating func use(_ count: Int) { bytes -= Double(count) }
    }
}
