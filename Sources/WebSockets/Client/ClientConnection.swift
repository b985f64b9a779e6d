import AsyncPrimitives
import Dispatch
import Sockets
import Synchronization

/// A client's connection over a byte stream, from the first byte to the last.
///
/// The stream is read only while somebody waits for an event that is not there, so that a peer which sends more than is
/// used has to wait; pings are answered on the way. After an end in words the stream is given two seconds, in which what
/// is still to be written is written and the peer closes its side, as RFC 6455, section 7.1.1, would have it: even if
/// nobody is interested in the transport any more.
// Sound: all but the signs of life, whose number is atomic, is used on the serial queue only.
final class ClientConnection: @unchecked Sendable {
    typealias MakeStream = (Endpoint, DispatchQueue) throws(TransportError) -> any ByteStream

    enum Phase {
        case idle
        /// The stream is being connected.
        case connecting
        /// The handshake is sent, and not answered.
        case shaking
        case open
        /// The own close frame is the last one to be written.
        case closing
        /// The last event has happened; the stream is still there for a while.
        case lingering
        case over
    }

    /// How many times the stream is read before others get their turn on the queue.
    private static let readsPerTurn = 8

    let inboundActivity = Atomic(0)

    let queue: DispatchQueue
    private let makeStream: MakeStream
    /// How long a stream stays after an end in words.
    let lingerTime: DispatchTimeInterval
    var phase = Phase.idle
    var stream: (any ByteStream)?
    var events = EventBox()

    var handshake: ClientHandshake?
    private var decoder: MessageDecoder
    private let input = ReadBuffer()
    /// The stream, or the queue, will call `readOn`.
    private var willReadOn = false

    private let encoder = FrameEncoder(role: .client)
    var unwritten = WriteQueue()
    private var willWriteOn = false
    /// Why nothing can be written any more; what the peer has sent before can still be read.
    private var writeError: TransportError?

    private var pingCount = 0
    /// The payload of the latest ping, until it is answered.
    private var unansweredPing: [UInt8]?

    init(
        queue: DispatchQueue, messageSizeLimit: Int, lingerTime: DispatchTimeInterval, makeStream: @escaping MakeStream
    ) {
        self.queue = queue
        self.lingerTime = lingerTime
        self.makeStream = makeStream
        decoder = MessageDecoder(role: .client, messageSizeLimit: messageSizeLimit)
    }

    // MARK: What it is told

    func open(_ request: ConnectionRequest, timeout: Duration) {
        guard phase != .over else { return }  // Aborted before it began.
        guard phase == .idle else { fatalError("A transport is opened once.") }
        phase = .connecting
        queue.asyncAfter(deadline: .now() + timeout.dispatchInterval) { [weak self] in self?.openingTimedOut() }
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
        events.take(continuation)?.make()
        readOn()
    }

    func send(_ message: Socket.Message, completion: @escaping WriteQueue.Completion) {
        guard phase == .open, writeError == nil else {
            return completion(writeError ?? .connectionLost("the connection is not open"))
        }
        unwritten.append(encoder.fragments(of: message), completion: completion)
        writeOn()
    }

    func ping() {
        guard phase == .open, writeError == nil else { return }
        pingCount += 1
        let payload = Array("\(pingCount)".utf8)
        unansweredPing = payload
        unwritten.appendPing(encoder.frame(.ping, payload: payload))
        writeOn()
    }

    func close(code: CloseCode, reason: String) {
        switch phase {
        case .open:
            phase = .closing
            guard writeError == nil else { return }
            unwritten.append(encoder.close(code, reason: reason))
            writeOn()
        case .idle, .connecting, .shaking:
            end(.aborted)
        case .closing, .lingering, .over:
            break
        }
    }

    /// Ends what has not ended; a farewell that is on its way is given its time, which is bounded.
    func abort() { end(.aborted) }

    // MARK: Reading

    private var wantsInput: Bool {
        switch phase {
        case .idle, .connecting, .over: false
        case .shaking, .lingering: true
        case .open, .closing: events.isAwaited
        }
    }

    func readOn() {
        guard !willReadOn else { return }
        do throws(TransportError) {
            for _ in 0..<ClientConnection.readsPerTurn {
                try useInput()
                if phase == .lingering { input.discard() }
                guard wantsInput, let stream else { return }
                guard let count = try input.fill(from: stream) else { return try waitForInput(of: stream) }
                guard count > 0 else { throw .connectionLost("the peer left without a farewell") }
                inboundActivity.add(count, ordering: .relaxed)
            }
            willReadOn = true
            queue.async { self.turnToRead() }
        } catch {
            readingFailed(writeError ?? error)
        }
    }

    private func readingFailed(_ error: TransportError) {
        switch (phase, error) {
        case (.lingering, _): letGo()
        case (.shaking, .connectionLost(let problem)): end(.unreachable(problem))
        default: end(error)
        }
    }

    private func waitForInput(of stream: any ByteStream) throws(TransportError) {
        // What the peer had to say is read; a stream that cannot be written to has nothing else to wait for.
        if let writeError { throw writeError }
        willReadOn = true
        stream.whenReadable { [self] in turnToRead() }
    }

    private func turnToRead() {
        willReadOn = false
        readOn()
    }

    private func useInput() throws(TransportError) {
        if phase == .shaking {
            let answer = try input.use { (bytes) throws(TransportError) in try handshake?.answer(from: &bytes) }
            if let answer { answered(answer) }
        }
        do throws(ProtocolViolation) {
            while phase == .open || phase == .closing, wantsInput {
                let event = try input.use { (bytes) throws(ProtocolViolation) in try decoder.next(from: &bytes) }
                guard let event else { return }
                received(event)
            }
        } catch {
            finish(.abnormal(error.error), farewell: encoder.close(error.code))
        }
    }

    private func received(_ event: MessageDecoder.Event) {
        switch event {
        case .text(let text): events.put(.text(text))?.make()
        case .binary(let bytes): events.put(.binary(bytes))?.make()
        case .ping(let payload):
            guard phase == .open, writeError == nil else { return }
            unwritten.appendPong(encoder.frame(.pong, payload: payload))
            writeOn()
        case .pong(let payload):
            guard payload == unansweredPing else { return }
            unansweredPing = nil
            events.put(.pong)?.make()
        case .close(let code, let reason):
            finish(TransportEvent.Ending(code: code, reason: reason), farewell: encoder.close(code))
        }
    }

    // MARK: Writing

    func writeOn() {
        guard !willWriteOn, writeError == nil, let stream else { return }
        let before = unwritten.resumptions
        defer { inboundActivity.add(unwritten.resumptions - before, ordering: .relaxed) }
        do throws(TransportError) {
            guard try !unwritten.write(to: stream) else { return }
            willWriteOn = true
            stream.whenWritable { [self] in
                willWriteOn = false
                writeOn()
            }
        } catch {
            writeError = error
            unwritten.dropAll(error)
            // Not now: this may have been called while reading.
            queue.async { self.turnToRead() }
        }
    }
}
