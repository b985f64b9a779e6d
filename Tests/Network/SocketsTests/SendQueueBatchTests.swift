import AsyncPrimitives
import Synchronization
import Testing

@testable import Sockets

/// The batches that a send queue gives to a transport that takes several messages at once.
@Suite(.timeLimit(.minutes(60))) final class `Batches of a send queue` {
    private let sendQueue = SendQueue(limit: 1000, byteLimit: 1 << 30)
    private let first = HeldBatches()
    private let second = HeldBatches()
    private let lost = TransportError.connectionLost("reset by the peer")

    deinit {
        first.release()
        second.release()
    }

    private func open(_ transport: HeldBatches) {
        sendQueue.open(SendQueue.Connection(transport: transport) { _ in })
    }

    @discardableResult private func send(_ texts: String...) throws -> [PendingSend] {
        try texts.map { text in
            let sending = try sendQueue.add(size: text.utf8.count)
            sendQueue.send(.text(text))
            return sending
        }
    }

    /// The outcome of each message: nothing, or the error that it failed with.
    private func outcomes(_ sends: [PendingSend]) async -> [SocketError?] {
        var outcomes: [SocketError?] = []
        for send in sends {
            do {
                try await send.sent()
                outcomes.append(nil)
            } catch {
                outcomes.append(error as? SocketError)
            }
        }
        return outcomes
    }

    @Test func `hold what has come together while the one before was in progress`() async throws {
        open(first)
        let sends = try send("1", "2", "3")
        #expect(first.texts == [["1"]])
        first.end(0, sent: 1)
        #expect(first.texts == [["1"], ["2", "3"]])
        let others = try send("4")
        first.end(1, sent: 2)
        first.end(2, sent: 1)
        #expect(first.texts == [["1"], ["2", "3"], ["4"]])
        #expect(await outcomes(sends + others) == [nil, nil, nil, nil])
    }

    @Test(arguments: [(sent: 0, cut: 0), (0, 1), (1, 0), (1, 1), (2, 1), (3, 0)])
    func `that break fail the message that was cut, and the others go out before newer ones`(sent: Int, cut: Int)
        async throws
    {
        let sends = try send("1", "2", "3")
        open(first)
        let newer = try send("4")
        first.end(0, sent: sent, cut: cut, lost)
        let failures = sends.map { $0.promise.isFulfilled }
        #expect(failures == (0..<3).map { $0 < sent + cut })
        open(second)
        let again = Array(["1", "2", "3", "4"].dropFirst(sent + cut))
        #expect(second.texts == [again])
        second.end(0, sent: again.count)
        let expected = (0..<4).map { $0 >= sent && $0 < sent + cut ? SocketError.transport(lost) : nil }
        #expect(await outcomes(sends + newer) == expected)
    }

    @Test func `that an earlier connection has not answered for are not overtaken`() async throws {
        let sends = try send("1", "2")
        open(first)
        open(second)
        let newer = try send("3")
        #expect(second.texts == [])
        first.end(0, sent: 0, cut: 1, .aborted)
        #expect(second.texts == [["2", "3"]])
        second.end(0, sent: 2)
        #expect(await outcomes(sends + newer) == [.transport(.aborted), nil, nil])
    }

    @Test func `that come back one after the other keep their order`() throws {
        try send("1")
        open(first)
        try send("2", "3")
        sendQueue.flush()
        #expect(first.texts == [["1"], ["2", "3"]])
        first.end(0, sent: 0, .aborted)
        try send("4")
        first.end(1, sent: 0, .aborted)
        open(second)
        #expect(second.texts == [["1", "2", "3", "4"]])
    }

    @Test func `all go out at once before an orderly end, even while one is in progress`() async throws {
        open(first)
        let sends = try send("1", "2", "3")
        sendQueue.flush()
        #expect(first.texts == [["1"], ["2", "3"]])
        try send("4")
        #expect(first.texts.count == 2)
        first.end(0, sent: 1)
        first.end(1, sent: 2)
        #expect(first.texts.count == 2)
        #expect(await outcomes(sends) == [nil, nil, nil])
    }

    @Test func `that come back after everything has failed have failed as well`() async throws {
        let sends = try send("1", "2", "3")
        open(first)
        let newer = try send("4")
        sendQueue.fail(.disconnected)
        first.end(0, sent: 1, cut: 0, .aborted)
        open(second)
        #expect(second.texts == [])
        let error = SocketError.transport(.aborted)
        #expect(await outcomes(sends + newer) == [nil, error, error, .disconnected])
    }

    @Test func `that came back and wait for others fail with everything`() async throws {
        let sends = try send("1")
        open(first)
        let others = try send("2")
        sendQueue.flush()
        first.end(0, sent: 0, .aborted)
        sendQueue.fail(.disconnected)
        first.end(1, sent: 0, .aborted)
        open(second)
        #expect(second.texts == [])
        #expect(await outcomes(sends + others) == [.disconnected, .transport(.aborted)])
    }

    @Test func `are bounded by number and by bytes, and a message that is larger goes alone`() throws {
        for number in 1...300 { try send("\(number)") }
        open(first)
        #expect(first.texts[0].count == 256)
        first.end(0, sent: 256)
        #expect(first.texts[1].count == 44)
        let large = String(repeating: "x", count: 200 << 10)
        try send(large, large, large + large)
        first.end(1, sent: 44)
        for number in 2...4 {
            #expect(first.texts[number].count == 1)
            first.end(number, sent: 1)
        }
        #expect(first.texts.count == 5)
    }

    @Test func `give their room back, whatever becomes of them`() throws {
        let sendQueue = SendQueue(limit: 3, byteLimit: 3)
        func fill() throws {
            for text in ["1", "2", "3"] {
                _ = try sendQueue.add(size: 1)
                sendQueue.send(.text(text))
            }
            #expect(throws: SocketError.queueIsFull(limit: 3)) { _ = try sendQueue.add(size: 1) }
        }
        try fill()
        sendQueue.open(SendQueue.Connection(transport: first) { _ in })
        first.end(0, sent: 1, cut: 1, lost)
        _ = try sendQueue.add(size: 1)
        sendQueue.send(.text("4"))
        sendQueue.open(SendQueue.Connection(transport: second) { _ in })
        #expect(second.texts == [["3", "4"]])
        sendQueue.fail(.disconnected)
        second.end(0, sent: 0, .aborted)
        try fill()
    }

    @Test func `report an error once each`() throws {
        let errors = Mutex<[TransportError]>([])
        sendQueue.open(SendQueue.Connection(transport: first) { error in errors.withLock { $0.append(error) } })
        try send("1", "2")
        first.end(0, sent: 0, cut: 1, lost)
        #expect(errors.withLock { $0 } == [lost])
    }
}

/// A transport that is given batches, which stay in progress until a test ends them.
private final class HeldBatches: BatchTransport {
    typealias Batch = (messages: [Socket.Message], completion: @Sendable (BatchResult) -> Void)

    private let all = Mutex<[Batch]>([])

    var texts: [[String]] {
        all.withLock { $0.map(\.messages) }.map { messages in
            messages.map { if case .text(let text) = $0 { text } else { "(bytes)" } }
        }
    }

    /// Lets all batches go, which hold what waits for their end.
    func release() { all.withLock { $0 = [] } }

    func end(_ number: Int, sent: Int, cut: Int = 0, _ error: TransportError? = nil) {
        all.withLock { $0[number] }.completion(BatchResult(sent: sent, cut: cut, error: error))
    }

    func send(_ messages: [Socket.Message], completion: @escaping @Sendable (BatchResult) -> Void) {
        all.withLock { $0.append((messages, completion)) }
    }

    // MARK: What an sendQueue has no use for

    func open(_ request: ConnectionRequest, timeout: Duration) {}
    func nextEvent() async -> TransportEvent { .abnormal(.aborted) }
    func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void) {}
    func ping() {}
    func close(code: CloseCode, reason: String) {}
    func abort() {}
    var inboundActivity: Int { 0 }
}
