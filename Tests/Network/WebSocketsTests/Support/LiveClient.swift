import Foundation
import Sockets
import StateExploration
import TestSupport

@testable import WebSockets

/// A client on real connections. Its waits take no longer than a test wants.
///
/// Only the transport's own deadline, which is `connectTimeout` as well, is real time.
struct LiveClient: Sendable {
    let clock: ManualClock
    let client: SocketClient

    init(
        to port: UInt16, host: String = "127.0.0.1", isSecure: Bool = false, trusting file: URL? = nil,
        clock: ManualClock = ManualClock(), seed: UInt64 = 1,
        configure: (inout SocketClient.Configuration) -> Void = { _ in },
        transport: (@Sendable () -> WebSocketTransport)? = nil
    ) {
        var configuration = SocketClient.Configuration()
        configuration.connectTimeout = .seconds(600)
        configure(&configuration)
        self.clock = clock
        let url = URL(string: "\(isSecure ? "wss" : "ws")://\(host):\(port)/")!
        client = SocketClient(
            configuration: configuration, clock: clock, generator: SeededGenerator(seed: seed),
            transport: transport ?? { WebSocketTransport(certificateAuthorities: file, refusal: nil) },
            request: { _ in ConnectionRequest(to: url) })
    }

    func connect() async throws {
        await client.connect()
        try await reconnect()
    }

    /// Waits until an attempt or a connection has failed. Returns why it did.
    @discardableResult func failure() async throws -> SocketError? {
        try await client.wait { $0.failure != nil && ($0.wait != nil || $0.phase == .disconnected) }.failure
    }

    /// Lets a wait pass, and waits until the attempt after it has failed as well. Returns why it did.
    func nextFailure() async throws -> SocketError? {
        let last = try await client.wait { $0.wait != nil }
        clock.advance(by: last.wait!)
        return try await client.wait { $0.wait != nil && $0 != last }.failure
    }

    @discardableResult func reconnect() async throws -> SocketClient.Status {
        try await client.wait { status in
            if let wait = status.wait { clock.advance(by: wait) }
            return status.phase == .connected
        }
    }
}
