import NetworkTestSupport
import AsyncPrimitives
import Foundation
import StatePattern
import Synchronization
import TestSupport
import Testing

@testable import Sockets

/// A client on scripted transports. Its time stands still until a test lets it pass.
struct ClientFixture {
    static let address = URL(string: "ws://localhost:8765")!

    let clock = ManualClock()
    let network = ScriptedNetwork()
    let client: SocketClient

    /// Makes a client; `configure` changes its times and limits, and waits have their greatest length.
    init(
        configure: (inout SocketClient.Configuration) -> Void = { _ in }, session: (any SocketSession)? = nil,
        request: (@Sendable (Int) async throws -> ConnectionRequest)? = nil
    ) {
        var configuration = SocketClient.Configuration()
        configure(&configuration)
        client = SocketClient(
            configuration: configuration, clock: clock, generator: HighestGenerator(), session: session,
            transport: { [network] in network.makeTransport() },
            request: request ?? { _ in ConnectionRequest(to: ClientFixture.address) })
    }

    static func connected(
        configure: (inout SocketClient.Configuration) -> Void = { _ in }
    ) async throws -> (ClientFixture, ScriptedTransport) {
        let fixture = ClientFixture(configure: configure)
        return (fixture, try await fixture.connect())
    }

    /// Connects, and lets the first connection open, without waiting for what the client does upon that.
    func opening() async -> ScriptedTransport {
        await client.connect()
        let transport = await network.transport(1)
        transport.emit(.opened(subprotocol: nil))
        return transport
    }

    /// Lets time pass while the client is connected, as soon as it waits for its next check of the peer.
    func pass(_ time: Duration) async {
        await clock.waitForSleepers(due: .seconds(5))
        clock.advance(by: time)
    }

    /// Makes a round trip, during which those get their turns that wanted something of the client before.
    func roundTrip(on transport: ScriptedTransport) async throws {
        transport.emit(.pong)  // The answer to an earlier ping, if there was one.
        let count = transport.calls.count { $0 == .ping }
        async let trip = client.ping()
        await transport.wait(for: .ping, times: count + 1)
        transport.emit(.pong)
        _ = try await trip
    }

    @discardableResult func connect(_ number: Int = 1) async throws -> ScriptedTransport {
        await client.connect()
        return try await open(number)
    }

    /// Lets the attempt with this number succeed, once it has begun.
    @discardableResult func open(_ number: Int) async throws -> ScriptedTransport {
        let transport = await network.transport(number)
        transport.emit(.opened(subprotocol: nil))
        try await client.wait { $0.attempt == number && [.connected, .suspendedIdle].contains($0.phase) }
        return transport
    }

    /// Lets so much time pass that the next attempt begins, which is the one with this number.
    @discardableResult func endWait(for number: Int) async throws -> ScriptedTransport {
        let status = try await client.wait { $0.wait != nil }
        clock.advance(by: status.wait ?? .zero)
        return await network.transport(number)
    }

    /// Waits until a consumer stalls the client: then all earlier messages have been delivered.
    func waitForStall() async {
        await yieldWhile("no consumer stalls the client") { !client.broadcaster.stalls.isStalled }
    }

    /// Waits until the client knows that the connection has ended on which a session is being started.
    func waitForDraining() async {
        await yieldWhile("the client does not know that the connection has ended") { await !client.isDraining }
    }

    func waitForExchange() async {
        await yieldWhile("a session is being started or ended") { await client.hasExchange }
    }

    func waitForSendError() async {
        await yieldWhile("the client does not know that it cannot send") { await !client.hasSendError }
    }

    func finishJob() async { await client.takeTurn() }
}

extension SocketClient {
    fileprivate func takeTurn() {}
    fileprivate var hasExchange: Bool { attempt?.exchange != nil }
    fileprivate var hasSendError: Bool { attempt?.liveness.sendError != nil }
    fileprivate var isDraining: Bool { attempt?.slot.state is SessionSlot.Draining }
}

/// Always gives the greatest number, so that each wait has its greatest length.
struct HighestGenerator: RandomNumberGenerator {
    mutating func next() -> UInt64 { .max }
}

extension TransportEvent {
    static let lost = TransportEvent.abnormal(.connectionLost("end of stream"))
}

/// Starts when the peer says welcome, and has then as much to do as a test wants it to; says bye at the end.
final class Ceremony: SocketSession {
    /// Kept when there is nothing more to do.
    let isDone = Promise<Void>()
    /// The connections that it was started and ended on.
    let connections = Mutex<[SessionConnection]>([])
    /// True if the peer is expected to close the connection after the session has said bye.
    private let endsConnection: Bool

    init(endsConnection: Bool = false, isDone: Bool = false) {
        self.endsConnection = endsConnection
        if isDone { self.isDone.fulfill(with: .success(())) }
    }

    func start(on connection: SessionConnection, subprotocol: String?) async throws {
        connections.withLock { $0.append(connection) }
        _ = try await connection.receive()
        try await isDone.value
    }

    func end(on connection: SessionConnection) async {
        connections.withLock { $0.append(connection) }
        if endsConnection { await connection.expectEnd() }
        try? await connection.send(.text("bye"))
    }
}

func texts(_ numbers: ClosedRange<Int>) -> [Socket.Message] { numbers.map { .text("\($0)") } }

func endOfTask() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    for await _ in stream {}
    continuation.finish()
}
