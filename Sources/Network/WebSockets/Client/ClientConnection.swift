import AsyncPrimitives
import Dispatch
import Sockets
import Synchronization

/// A client's connection over a byte stream, from the first byte to the last.
///
/// The stream is read only while a task waits for an event, so a peer that sends too much must wait. Pings are answered
/// while reading. After the closing handshake the stream stays open for up to two seconds, even if the transport is
/// released: the rest is written, and the peer closes its side first (RFC 6455, section 7.1.1). Messages that have been
/// read are decoded when a task asks for them, in the task's thread.
// Sound: every property that is neither atomic nor locked is used on the serial queue only.
final class ClientConnection: @unchecked Sendable {
    typealias MakeStream = (Endpoint, DispatchQueue) throws(TransportError) -> any ByteStream

    enum Phase {
        case idle
        case connecting
        /// The handshake is sent, and the server has not answered.
        case handshaking
        case open
        /// The own close frame is queued or sent. No frame follows it.
        case closing
        /// The last event is reported. The stream stays open for a limited time, so that the peer can close it.
        case lingering
        case over
    }

    /// The number of times that the stream is read before other work gets its turn on the queue.
    private static let readsPerTurn = 8

    private let activity = Atomic(0)
    /// True while the peer's system lacks bytes from before the latest ping.
    private let isPingHeldUp = Atomic(false)

    let queue: DispatchQueue
    private let makeStream: MakeStream
    /// The time for which the stream stays open after the closing handshake.
    let lingerTime: Duration
    /// The timer that ends the linger time, once it has begun.
    var lingeringTimer: ScopedTask?
    var phase = Phase.idle
    var stream: (any ByteStream)?
    let requests = Mutex<[Request]>([])

    var handshake: ClientHandshake?
    var openingTimer: ScopedTask?
    var openingEnd: AnyClock.Instant?
    private let messageSizeLimit: Int
    let input: Mutex<Input>
    /// True if a call of `readAsScheduled` is due, by the stream or the queue.
    private var isReadScheduled = false

    private let encoder = FrameEncoder(role: .client)
    var output = Output()
    private var pings = Pings()
    /// The number of bytes written before the latest ping, and how many of them the peer's system lacks.
    private var bytesBeforePing = (count: 0, missing: 0)

    init(
        queue: DispatchQueue, messageSizeLimit: Int, lingerTime: Duration, makeStream: @escaping MakeStream
    ) {
        self.queue = queue
        self.lingerTime = lingerTime
        self.makeStream = makeStream
        self.messageSizeLimit = messageSizeLimit
        input = Mutex(Input(decoder: MessageDecoder(role: .client, messageSizeLimit: messageSizeLimit)))
    }

    // MARK: Requests

    func open(_ request: ConnectionRequest, timeout: Duration) {
        guard phase != .over else { return }  // The transport was aborted before.
        guard phase == .idle else { fatalError("A transport is opened once.") }
        phase = .connecting
        input.withLock { [messageSizeLimit] in
            $0.decoder = MessageDecoder(
                role: .client, messageSizeLimit: messageSizeLimit, isByteStream: request.isByteStream)
        }
        limitOpening(to: timeout)
        do throws(TransportError) {
            let endpoint = try Endpoint(request.url)
            handshake = try ClientHandshake(request, to: endpoint, key: .random())
            let stream = try makeStream(endpoint, queue)
            self.stream = stream
            stream.connect(timeout: timeout) { [self] error in connected(error) }
        } catch {
            end(error)
        }
    }

    func nextEvent(_ continuation: CheckedContinuation<TransportEvent, Never>) {
        input.withLock { $0.events.take(continuation) }?.resume()
        resumeReading()
    }

    /// Passes an event to the waiting task, or keeps it for the next task that waits.
    func put(_ event: TransportEvent) { input.withLock { $0.events.put(event) }?.resume() }

    func send(_ message: Socket.Message, completion: @escaping WriteQueue.Completion) {
        guard phase == .open, output.error == nil else {
            return completion(.dropped(output.error ?? .connectionLost("the connection is not open")))
        }
        output.queue.append(encoder.fragments(of: message), completion: completion)
    }

    func ping() {
        guard phase == .open, output.error == nil else { return }
        bytesBeforePing = (output.queue.byteCount, stream?.unacknowledgedByteCount ?? 0)
        isPingHeldUp.store(bytesBeforePing.missing > 0, ordering: .relaxed)
        output.queue.appendPing(encoder.frame(.ping, payload: pings.next()))
        flush()
    }

    /// A count that grows with each signal of the peer; see ``/Sockets/Transport/inboundActivity``.
    var inboundActivity: Int {
        if isPingHeldUp.load(ordering: .relaxed) { request(.lookForProgress) }
        return activity.load(ordering: .relaxed)
    }

    /// Counts as activity if the peer's system has taken a part of the bytes from before the latest ping.
    ///
    /// The peer must take these bytes before it can answer the ping. Bytes that are taken all at once, like the ping
    /// itself, show only that the peer's system is there.
    func lookForProgress() {
        let taken = output.queue.byteCount - (stream?.unacknowledgedByteCount ?? 0)
        let missing = max(bytesBeforePing.count - taken, 0)
        if missing > 0, missing < bytesBeforePing.missing { activity.add(1, ordering: .relaxed) }
        bytesBeforePing.missing = min(missing, bytesBeforePing.missing)
        isPingHeldUp.store(missing > 0, ordering: .relaxed)
    }

    func close(code: CloseCode, reason: String) {
        switch phase {
        case .open:
            phase = .closing
            guard output.error == nil else { return }
            output.queue.append(encoder.close(code, reason: reason))
            flush()
        case .idle, .connecting, .handshaking:
            end(.aborted)
        case .closing, .lingering, .over:
            break
        }
    }

    // MARK: Reading

    private var wantsInput: Bool {
        switch phase {
        case .idle, .connecting, .over: false
        case .handshaking, .lingering: true
        case .open, .closing: input.withLock { $0.events.isAwaited }
        }
    }

    func resumeReading() {
        guard !isReadScheduled else { return }
        do throws(TransportError) {
            for _ in 0..<ClientConnection.readsPerTurn {
                try useInput()
                if phase == .lingering { input.withLock { $0.bytes.discard() } }
                guard wantsInput, let stream else { return }
                guard let count = try fill(from: stream) else { return try waitForInput(of: stream) }
                guard count > 0 else { throw .connectionLost("the server closed the connection without a close frame") }
                activity.add(count, ordering: .relaxed)
            }
            limitLingering()
            isReadScheduled = true
            queue.async { self.readAsScheduled() }
        } catch {
            readingFailed(output.error ?? error)
        }
    }

    private func fill(from stream: any ByteStream) throws(TransportError) -> Int? {
        // Sound: the stream is used within this call only, on its queue.
        nonisolated(unsafe) let stream = stream
        let result = input.withLock { input in
            Result { () throws(TransportError) in try input.bytes.fill(from: stream) }
        }
        return try result.get()
    }

    private func readingFailed(_ error: TransportError) {
        switch (phase, error) {
        case (.lingering, _): tearDown()
        case (.handshaking, .connectionLost(let problem)): openingFailed(.unreachable(problem))
        case (.handshaking, _): openingFailed(error)
        default: end(error)
        }
    }

    private func waitForInput(of stream: any ByteStream) throws(TransportError) {
        // All data of the peer is read. If nothing can be written, waiting for more is useless.
        if let error = output.error { throw error }
        limitLingering()
        isReadScheduled = true
        stream.whenReadable { [self] in readAsScheduled() }
    }

    private func readAsScheduled() {
        isReadScheduled = false
        resumeReading()
    }

    private func useInput() throws(TransportError) {
        if phase == .handshaking {
            let wasRefused = handshake?.isRefused == true
            if let answer = try answer() {
                answered(answer)
            } else if !wasRefused, handshake?.isRefused == true {
                // The rest of the refusal's body must come soon: some servers never end it.
                limitOpening(to: .seconds(1))
            }
        }
        do throws(ProtocolViolation) {
            while phase == .open || phase == .closing, wantsInput {
                guard let event = try nextDecoded() else { return }
                received(event)
            }
        } catch {
            finish(.abnormal(error.error), dropping: error.error, closeFrame: encoder.close(error.code))
        }
    }

    private func answer() throws(TransportError) -> ClientHandshake.Answer? {
        guard var handshake else { return nil }
        defer { self.handshake = handshake }
        let result = input.withLock { input in
            Result { () throws(TransportError) -> ClientHandshake.Answer? in
                guard !input.bytes.isEmpty else { return nil }
                return try input.bytes.use { (bytes) throws(TransportError) in try handshake.answer(from: &bytes) }
            }
        }
        return try result.get()
    }

    private func nextDecoded() throws(ProtocolViolation) -> MessageDecoder.Event? {
        try input.withLock { input in Result { () throws(ProtocolViolation) in try input.next() } }.get()
    }

    private func received(_ event: MessageDecoder.Event) {
        switch event {
        case .text(let text): put(.text(text))
        case .binary(let bytes): put(.binary(bytes))
        case .ping(let payload):
            guard phase == .open, output.error == nil else { return }
            output.queue.appendPong(encoder.frame(.pong, payload: payload))
            flush()
        case .pong(let payload):
            if pings.areAnswered(by: payload) { put(.pong) }
        case .close(let code, let reason):
            let error = TransportError.connectionLost("\(SocketError.closed(code: code, reason: reason))")
            finish(.ended(code: code, reason: reason), dropping: error, closeFrame: encoder.close(code))
        }
    }

    // MARK: Writing

    func flush() {
        guard !output.isScheduled, output.error == nil, let stream else { return }
        let before = output.queue.resumptions
        defer { activity.add(output.queue.resumptions - before, ordering: .relaxed) }
        do throws(TransportError) {
            guard try !output.queue.write(to: stream) else { return }
            output.isScheduled = true
            stream.whenWritable { [self] in
                output.isScheduled = false
                flush()
            }
        } catch {
            output.error = error
            output.queue.dropAll(error)
            // Not called directly, because this method may have been called while reading.
            queue.async { self.readAsScheduled() }
        }
    }
}
