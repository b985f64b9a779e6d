import Dispatch
import Sockets
import WebSockets

extension LoopbackServer {
    /// A connection of the server to a client; its methods may be called from anywhere.
    // Sound: everything happens on the serial queue of the server.
    package final class Connection: @unchecked Sendable {
        enum Change { case opened, ended(wasOpen: Bool) }

        private enum Phase {
            case handshaking
            case open(Handler)
            /// The connection ends when everything is written; incoming bytes are dropped. The handler, if the
            /// connection was opened, still gets `ended`.
            case leaving(Handler?)
            case over
        }

        private struct Output {
            var bytes: [UInt8] = []
            /// The number of bytes in `bytes` that the stream has taken.
            var written = 0
            /// True while the stream has no room, and will call back when it has.
            var isScheduled = false
            /// True if the connection should end as soon as everything is written.
            var endsConnection = false
        }

        package static let echo: Handler = { connection, event in
            if case .message(let message) = event { connection.send(message) }
        }

        /// The number of reads in a row before other connections get their turn.
        private static let readLimit = 16
        /// The number of unwritten bytes at which the connection stops reading.
        private static let backlogLimit = 1 << 20
        private static let encoder = FrameEncoder(role: .server)

        private let stream: TCPStream
        private let queue: DispatchQueue
        private let answer: @Sendable (Request) -> Answer
        private let report: (Connection, Change) -> Void

        private var phase = Phase.handshaking
        private var handshake = ServerHandshake()
        private var decoder: MessageDecoder
        private var buffer = [UInt8](repeating: 0, count: 16 << 10)

        private var output = Output()
        private var hasSentClose = false
        private var isReading = false

        init(
            _ descriptor: SocketDescriptor, queue: DispatchQueue,
            answer: @escaping @Sendable (Request) -> Answer, report: @escaping (Connection, Change) -> Void
        ) {
            decoder = MessageDecoder(role: .server, messageSizeLimit: 256 << 20)
            stream = TCPStream(adopting: descriptor, queue: queue)
            self.queue = queue
            self.answer = answer
            self.report = report
        }

        func start() { resumeReading() }

        // MARK: Requests

        package func send(_ message: Socket.Message) {
            perform { connection in
                guard case .open = connection.phase, !connection.hasSentClose else { return }
                connection.write(Connection.encoder.message(message))
            }
        }

        /// Sends a close frame. The connection ends when the client has sent a close frame, too.
        package func close(code: CloseCode, reason: String = "") {
            perform { connection in
                guard !connection.hasSentClose else { return }
                connection.hasSentClose = true
                connection.write(Connection.encoder.close(code, reason: reason))
            }
        }

        /// Ends the connection without a close frame, like a server that is killed.
        package func cut() { perform { $0.end { $0.close() } } }

        /// Ends the connection so that the client sees a reset (RST).
        package func reset() { perform { $0.end { $0.reset() } } }

        // MARK: Reading

        private func resumeReading() {
            var count = 0
            while !isReading, output.bytes.count < Connection.backlogLimit {
                if case .over = phase { return }
                if count == Connection.readLimit {
                    isReading = true
                    return queue.async { [weak self] in
                        self?.isReading = false
                        self?.resumeReading()
                    }
                }
                count += 1
                let result = buffer.withUnsafeMutableBytes { buffer in
                    Result { () throws(TransportError) in try stream.read(into: buffer) }
                }
                switch result {
                case .success(nil):
                    isReading = true
                    return stream.whenReadable { [weak self] in
                        self?.isReading = false
                        self?.resumeReading()
                    }
                case .success(let count?) where count > 0:
                    let bytes = buffer
                    bytes.withUnsafeBytes { received(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                default:
                    return end { $0.close() }
                }
            }
        }

        private func received(_ bytes: UnsafeRawBufferPointer) {
            var rest = bytes
            do {
                if case .handshaking = phase, let request = try handshake.request(from: &rest) { begin(request) }
                while case .open(let handler) = phase, let event = try decoder.next(from: &rest) {
                    received(event, handler)
                }
            } catch let violation as ProtocolViolation {
                close(code: violation.code)
                leave()
            } catch {
                refuse(status: 400)
            }
        }

        private func begin(_ request: Request) {
            switch answer(request) {
            case .accept(let subprotocol, let handler):
                phase = .open(handler)
                write(request.acceptance(subprotocol: subprotocol))
                report(self, .opened)
                handler(self, .opened)
            case .refuse(let status, let headers):
                refuse(status: status, headers: headers)
            case .bytes(let bytes):
                phase = .leaving(nil)
                write(bytes)
            }
        }

        private func refuse(status: Int, headers: [HeaderField] = []) {
            write(ServerHandshake.refusal(status: status, headers: headers))
            leave()
        }

        private func received(_ event: MessageDecoder.Event, _ handler: Handler) {
            switch event {
            case .text(let text): handler(self, .message(.text(text)))
            case .binary(let bytes): handler(self, .message(.binary(bytes)))
            case .pong: break
            case .ping(let payload): write(Connection.encoder.frame(.pong, payload: payload))
            case .close(let code, _):
                close(code: code)
                leave()
            }
        }

        // MARK: Writing and ending

        private func write(_ bytes: [UInt8]) {
            output.bytes += bytes
            flush()
        }

        private func flush() {
            guard !output.isScheduled else { return }
            while output.written < output.bytes.count {
                let result = output.bytes.withUnsafeBytes { bytes in
                    Result { () throws(TransportError) in
                        try stream.write(UnsafeRawBufferPointer(rebasing: bytes[output.written...]))
                    }
                }
                // A failure to write ends nothing here: reading notices it, after everything that the client has sent.
                guard case .success(let count) = result else { break }
                guard let count else {
                    output.isScheduled = true
                    return stream.whenWritable { [weak self] in
                        self?.output.isScheduled = false
                        self?.flush()
                        self?.resumeReading()
                    }
                }
                output.written += count
            }
            output.bytes = []
            output.written = 0
            if output.endsConnection { end { $0.close() } }
        }

        /// Ends the connection when everything is written. Incoming bytes are dropped until then.
        private func leave() {
            switch phase {
            case .handshaking: phase = .leaving(nil)
            case .open(let handler): phase = .leaving(handler)
            case .leaving, .over: break
            }
            output.endsConnection = true
            flush()
        }

        private func end(_ close: (TCPStream) -> Void) {
            var handler: Handler?
            switch phase {
            case .over: return
            case .open(let open): handler = open
            case .leaving(let open): handler = open
            case .handshaking: break
            }
            phase = .over
            close(stream)
            // First the handler, then the counts: when the counts change, the handler has had its last event.
            handler?(self, .ended)
            report(self, .ended(wasOpen: handler != nil))
        }

        // MARK: The queue

        private static let key = DispatchSpecificKey<ObjectIdentifier>()

        static func makeQueue() -> DispatchQueue {
            let queue = DispatchQueue(label: "LoopbackServer")
            queue.setSpecific(key: key, value: ObjectIdentifier(queue))
            return queue
        }

        /// Calls `body` on the queue, and waits for its result; may be called on the queue itself.
        static func synchronously<Result>(on queue: DispatchQueue, _ body: () -> Result) -> Result {
            DispatchQueue.getSpecific(key: key) == ObjectIdentifier(queue) ? body() : queue.sync(execute: body)
        }

        /// Calls `body` on the queue. On the queue itself it is called at once, so that answers keep their order.
        private func perform(_ body: @escaping @Sendable (Connection) -> Void) {
            if DispatchQueue.getSpecific(key: Connection.key) == ObjectIdentifier(queue) {
                body(self)
            } else {
                queue.async { body(self) }
            }
        }
    }
}
