import LoopbackServer
import Foundation
import Sockets
import Testing

@testable import WebSockets

/// A connection in memory, with a test in the place of the peer.
///
/// The peer answers the handshake by itself; all that it receives afterwards comes from ``next()``.
// Sound: the lock is held wherever a property is used, and handlers run on the queue of the stream only.
final class Wire: ByteStream, @unchecked Sendable {
    enum Connecting: Sendable { case succeeds, takesForEver }
    private enum Input { case bytes([UInt8]), end, error(TransportError) }

    private let received: AsyncStream<MessageDecoder.Event>

    private let lock = NSLock()
    private let connecting: Connecting
    private let answer: @Sendable (ServerHandshake.Request) -> [UInt8]
    private let sizeOfWrites: Int
    private let sizeOfReads: Int
    private let peer: AsyncStream<MessageDecoder.Event>.Continuation
    private var queue: DispatchQueue?
    private var input: [Input] = []
    private var readHandler: (() -> Void)?
    private var writeHandler: (() -> Void)?
    private var room = Int.max
    private var holdsBytes = false
    private var unacknowledged = 0
    private var writeError: TransportError?
    private var handshake: ServerHandshake? = ServerHandshake()
    private var decoder = MessageDecoder(role: .server, messageSizeLimit: 1 << 24)

    init(
        connecting: Connecting = .succeeds, sizeOfWrites: Int = .max, sizeOfReads: Int = .max,
        answer: @escaping @Sendable (ServerHandshake.Request) -> [UInt8] = { $0.acceptance() }
    ) {
        self.connecting = connecting
        self.answer = answer
        self.sizeOfWrites = sizeOfWrites
        self.sizeOfReads = sizeOfReads
        (received, peer) = AsyncStream.makeStream()
    }

    /// A transport over this wire; after its end it waits longer than any test does for the rest to be written.
    func transport(
        messageSizeLimit: Int = 1 << 20, lingerTime: Duration = .seconds(600)
    ) -> WebSocketTransport {
        WebSocketTransport(messageSizeLimit: messageSizeLimit, lingerTime: lingerTime) { _, queue in
            self.lock.withLock { self.queue = queue }
            return self
        }
    }

    static func opened() async -> (Wire, WebSocketTransport) {
        let wire = Wire()
        return (wire, await wire.transport().opened())
    }

    func next() async -> MessageDecoder.Event? { await received.first { _ in true } }

    func expect(_ events: MessageDecoder.Event?..., sourceLocation: SourceLocation = #_sourceLocation) async {
        for event in events { #expect(await next() == event, sourceLocation: sourceLocation) }
    }

    // MARK: What the peer does

    func send(_ bytes: [UInt8]) { put(.bytes(bytes)) }
    func send(_ text: String) { put(.bytes(FrameTests.server.message(.text(text)))) }
    func end() { put(.end) }
    func reset() { put(.error(.connectionLost("reset by the peer"))) }

    func giveRoom(_ count: Int) {
        lock.withLock {
            room = count
            if count > 0 { fireWrite() }
        }
    }

    /// Takes bytes as before, and keeps them to itself until this is called again with `false`.
    func holdBytes(_ holdsBytes: Bool) {
        lock.withLock {
            self.holdsBytes = holdsBytes
            if !holdsBytes { fireWrite() }
        }
    }

    func leaveUnacknowledged(_ count: Int) { lock.withLock { unacknowledged = count } }

    func failWrites() {
        lock.withLock {
            writeError = .connectionLost("broken pipe")
            fireWrite()
        }
    }

    /// Waits until the transport has done all that it was asked for.
    func finishJobs() async {
        await withCheckedContinuation { done in lock.withLock { queue }?.async { done.resume() } }
    }

    private func put(_ input: Input) {
        lock.withLock {
            self.input.append(input)
            fireRead()
        }
    }

    // Sound: a handler goes back to the queue that it came from.
    private func fireRead() {
        nonisolated(unsafe) let handler = readHandler
        readHandler = nil
        if handler != nil { queue?.async { handler?() } }
    }

    private func fireWrite() {
        nonisolated(unsafe) let handler = writeHandler
        writeHandler = nil
        if handler != nil { queue?.async { handler?() } }
    }

    // MARK: ByteStream

    func connect(timeout: Duration, completion: @escaping (TransportError?) -> Void) {
        nonisolated(unsafe) let completion = completion
        switch connecting {
        case .succeeds: lock.withLock { queue }?.async { completion(nil) }
        case .takesForEver: break
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
        lock.lock()
        defer { lock.unlock() }
        switch input.first {
        case nil: return nil
        case .end: return 0
        case .error(let error): throw error
        case .bytes(let bytes):
            let count = min(bytes.count, buffer.count, sizeOfReads)
            buffer.copyBytes(from: bytes[..<count])
            if count < bytes.count {
                input[0] = .bytes(Array(bytes[count...]))
            } else {
                input.removeFirst()
            }
            return count
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int? {
        lock.lock()
        defer { lock.unlock() }
        if let writeError { throw writeError }
        let count = min(bytes.count, sizeOfWrites, room)
        guard count > 0 else { return nil }
        if room != .max { room -= count }
        receive(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        return count
    }

    func flush() -> Bool { lock.withLock { !holdsBytes } }

    var unacknowledgedByteCount: Int { lock.withLock { unacknowledged } }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        do {
            if let request = try handshake?.request(from: &rest) {
                handshake = nil
                // No bytes would be the end of the stream.
                let answer = answer(request)
                if !answer.isEmpty { input.append(.bytes(answer)) }
                fireRead()
            }
            guard handshake == nil else { return }
            while let event = try decoder.next(from: &rest) { peer.yield(event) }
        } catch {
            fatalError("The client does not keep to the protocol: \(error)")
        }
    }

    func whenReadable(_ handler: @escaping () -> Void) {
        lock.withLock {
            readHandler = handler
            if !input.isEmpty { fireRead() }
        }
    }

    func whenWritable(_ handler: @escaping () -> Void) {
        lock.withLock {
            writeHandler = handler
            if room > 0 && !holdsBytes || writeError != nil { fireWrite() }
        }
    }

    func close() {
        lock.withLock {
            readHandler = nil
            writeHandler = nil
            peer.finish()
        }
    }
}
