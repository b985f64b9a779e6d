import NetworkTestSupport
import Sockets
import Synchronization
import TestSupport
import Testing

/// The functions and objects of an app that a client calls, which use the client in their turn.
@Suite(.timeLimit(.minutes(60))) struct `An app that a socket client calls` {
    enum Place: CaseIterable {
        case clock, generator, makeTransport, request, open, nextEvent, send, ping, close, abort, activity
        case release, start, end, completion, observer
    }

    @Test func `may use the client from everywhere`() async {
        let app = App()
        let client = app.makeClient()
        for _ in 1...20 {
            await client.connect()
            _ = try? await client.send(.text("hello"))
            _ = try? await client.ping()
            await client.suspend()
            await client.resume()
            await app.waitForTasks()
        }
        await client.disconnect()
        await app.waitForTasks()
        await client.disconnect()
        #expect(client.status.phase == .disconnected)
        // How far each connection comes is up to the tasks that disconnect.
        #expect(app.places.contains(.clock))
    }
}

/// An app that does something wherever a client calls it: it is also the clock, the randomness and the session.
private final class App: Clock, RandomNumberGenerator, SocketSession {
    typealias Place = `An app that a socket client calls`.Place

    private let clock = ContinuousClock()
    var minimumResolution: Duration { clock.minimumResolution }

    private let usedClient = Mutex(Weak(client: nil))
    private let uses = Mutex<[Place: Int]>([:])
    private let tasks = Mutex<[Task<Void, Never>]>([])

    private struct Weak: Sendable { weak let client: SocketClient? }

    var places: Set<Place> { uses.withLock { Set($0.keys) } }

    func makeClient() -> SocketClient {
        var configuration = SocketClient.Configuration()
        configuration.backoff = Backoff(initial: .nanoseconds(1), maximum: .microseconds(1))
        let client = SocketClient(
            configuration: configuration, clock: self, generator: self, session: self,
            transport: { [self] in
                called(at: .makeTransport)
                return AppTransport(app: self)
            },
            request: { [self] _ in
                called(at: .request)
                return ConnectionRequest(to: ClientFixture.address)
            })
        usedClient.withLock { $0 = Weak(client: client) }
        return client
    }

    func called(at place: Place) {
        uses.withLock { $0[place, default: 0] += 1 }
        useClient(at: place)
    }

    /// Uses the client in every way, in a task where that has to wait.
    private func useClient(at place: Place) {
        guard let client = usedClient.withLock({ $0.client }) else { return }
        _ = (client.status, client.events(), client.messages(droppingOldest: true), client.statusUpdates)
        // What is done leads to more calls, which must come to an end.
        let use = uses.withLock { $0[place, default: 0] }
        guard use <= 12 else { return }
        let task = Task {
            switch use % 6 {
            case 0: await client.suspend()
            case 1: await client.connect()
            case 2: await client.observeRequests(for: self) { app, _ in app.called(at: .observer) }
            case 3: _ = try? await client.send(.text("hello"))
            case 4: _ = try? await client.ping()
            default: await client.disconnect()
            }
            await client.resume()
        }
        tasks.withLock { $0.append(task) }
    }

    func waitForTasks() async {
        while let task = tasks.withLock({ $0.popLast() }) { await task.value }
    }

    var now: ContinuousClock.Instant {
        called(at: .clock)
        return clock.now
    }

    func sleep(until end: ContinuousClock.Instant, tolerance: Duration?) async throws {
        called(at: .clock)
        try await clock.sleep(until: end, tolerance: tolerance)
    }

    func next() -> UInt64 {
        called(at: .generator)
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    func start(on connection: SessionConnection, subprotocol: String?) async throws {
        called(at: .start)
        connection.send(.text("start")) { [self] _ in called(at: .completion) }
    }

    func end(on connection: SessionConnection) async {
        called(at: .end)
        try? await connection.send(.text("end"))
    }
}

/// Opens at once, echoes nothing, and loses the connection after a few messages.
private final class AppTransport: Transport {
    private let app: App
    private let transport = ScriptedTransport()

    init(app: App) { self.app = app }

    deinit { app.called(at: .release) }

    func open(_ request: ConnectionRequest, timeout: Duration) {
        app.called(at: .open)
        transport.open(request, timeout: timeout)
        transport.emit(.opened(subprotocol: nil))
    }

    func nextEvent() async -> TransportEvent {
        app.called(at: .nextEvent)
        return await transport.nextEvent()
    }

    func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void) {
        app.called(at: .send)
        transport.send(message, completion: completion)
        if transport.sent.count > 5 { transport.emit(.lost) }
    }

    func ping() {
        app.called(at: .ping)
        transport.ping()
        transport.emit(.pong)
    }

    func close(code: CloseCode, reason: String) {
        app.called(at: .close)
        transport.close(code: code, reason: reason)
        transport.emit(.closed(code))
    }

    func abort() {
        app.called(at: .abort)
        transport.abort()
    }

    var inboundActivity: Int {
        app.called(at: .activity)
        return transport.inboundActivity
    }
}
