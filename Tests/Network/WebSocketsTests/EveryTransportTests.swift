import Foundation
import LoopbackServer
import Sockets
import TestSupport
import Testing

@testable import WebSockets

/// The contract of a transport, kept by all that the platform has.
@Suite(.timeLimit(.minutes(60))) struct `Every transport` {
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (_ messageSizeLimit: Int) -> any Transport
    }

    static let kinds: [Kind] = {
        var kinds = [
            Kind(testDescription: "WebSocketTransport") { WebSocketTransport(messageSizeLimit: $0) },
            Kind(testDescription: "over tasks like the system's") { StandInTransport(messageSizeLimit: $0) },
        ]
        #if canImport(Darwin)
        kinds.append(Kind(testDescription: "URLSessionTransport") { URLSessionTransport(messageSizeLimit: $0) })
        #endif
        return kinds
    }()

    private func transport(
        _ kind: Kind, to port: UInt16, subprotocols: [String] = [], messageSizeLimit: Int = 1 << 20,
        timeout: Duration = .seconds(600)
    ) -> any Transport {
        let transport = kind.make(messageSizeLimit)
        let url = URL(string: "ws://127.0.0.1:\(port)/path")!
        transport.open(ConnectionRequest(to: url, subprotocols: subprotocols), timeout: timeout)
        return transport
    }

    private func connection(
        _ kind: Kind, messageSizeLimit: Int = 1 << 20,
        _ handler: @escaping LoopbackServer.Handler = LoopbackServer.Connection.echo
    ) async throws -> (server: LoopbackServer, transport: any Transport) {
        let server = LoopbackServer { _ in .accept(subprotocol: "chat", handler) }
        let transport = transport(
            kind, to: try server.start(), subprotocols: ["chat", "talk"], messageSizeLimit: messageSizeLimit)
        #expect(await transport.nextEvent() == .opened(subprotocol: "chat"))
        return (server, transport)
    }

    private func failure(of transport: any Transport) async -> TransportError? {
        guard case .ended(.abnormal, _, let error) = await transport.nextEvent() else { return nil }
        return error
    }

    @Test(arguments: kinds) func `carries texts and bytes in order, and counts what comes in`(kind: Kind) async throws {
        let (server, transport) = try await connection(kind)
        defer { server.stop() }
        let bytes = [UInt8](repeating: 7, count: 300_000)
        for index in 0..<100 { transport.send(.text("number \(index)")) { #expect($0 == nil) } }
        transport.send(.binary(bytes)) { #expect($0 == nil) }
        let before = transport.inboundActivity
        for index in 0..<100 { #expect(await transport.nextEvent() == .text("number \(index)")) }
        #expect(await transport.nextEvent() == .binary(bytes))
        #expect(transport.inboundActivity >= before + bytes.count)
    }

    @Test(arguments: kinds) func `passes on the pong of the latest ping`(kind: Kind) async throws {
        let (server, transport) = try await connection(kind)
        defer { server.stop() }
        transport.ping()
        #expect(await transport.nextEvent() == .pong)
    }

    @Test(arguments: kinds) func `ends with the close frame of the peer`(kind: Kind) async throws {
        let (server, transport) = try await connection(kind) { connection, event in
            if event == .opened { connection.close(code: CloseCode(rawValue: 4001), reason: "à bientôt") }
        }
        defer { server.stop() }
        #expect(await transport.nextEvent() == .ended(code: CloseCode(rawValue: 4001), reason: "à bientôt"))
    }

    @Test(arguments: kinds) func `closes with a code, which the peer answers, and then sends nothing`(
        kind: Kind
    ) async throws {
        let (server, transport) = try await connection(kind)
        defer { server.stop() }
        transport.close(code: .goingAway, reason: "bye")
        #expect(await transport.nextEvent() == .ended(code: .goingAway))
        let error = await withCheckedContinuation { continuation in
            transport.send(.text("late")) { continuation.resume(returning: $0) }
        }
        guard case .connectionLost = error else { return #expect(error == .connectionLost("…")) }
        await server.wait { $0.present == 0 }
    }

    @Test(arguments: kinds, [401, 302]) func `tells the status and the headers of a refusal, and follows none`(
        kind: Kind, status: Int
    ) async throws {
        let server = LoopbackServer { _ in
            .refuse(status: status, headers: [HeaderField("Location", "http://127.0.0.1:1/")])
        }
        defer { server.stop() }
        let event = await transport(kind, to: try server.start()).nextEvent()
        guard case .refused(status, let headers, _) = event else {
            Issue.record("\(event)")
            return
        }
        #expect(headers.contains(HeaderField("Location", "http://127.0.0.1:1/")))
        #expect(server.counts.accepted == 1)
    }

    enum Fault: String, CaseIterable, Sendable {
        case nothingListens = "unreachable: "
        case otherProtocol = "protocol violation: "
        case silence = "the connection was not open in time"
        case largeMessage = "the peer's message has more than 1000 bytes"
        case reset = "connection lost: "
    }

    @Test(arguments: kinds, Fault.allCases) func `says why there is no connection`(kind: Kind, fault: Fault)
        async throws
    {
        let server = LoopbackServer { _ in
            switch fault {
            case .otherProtocol: .bytes(Array("SSH-2.0-OpenSSH\r\n".utf8))
            case .silence: .bytes([])
            case .largeMessage: .accept { if $1 == .opened { $0.send(.binary([UInt8](repeating: 1, count: 1001))) } }
            case .nothingListens, .reset: .accept { if $1 == .opened { $0.reset() } }
            }
        }
        let port = try server.start()
        defer { server.stop() }
        let transport = transport(
            kind, to: fault == .nothingListens ? 1 : port, messageSizeLimit: 1000,
            timeout: fault == .silence ? .milliseconds(50) : .seconds(600))
        var event = await transport.nextEvent()
        if event == .opened(subprotocol: nil) { event = await transport.nextEvent() }
        guard case .ended(_, _, let error?) = event else { return _ = Issue.record("\(event)") }
        #expect("\(error)".hasPrefix(fault.rawValue))
    }

    @Test(arguments: kinds) func `opens no connection for a request that is not possible`(kind: Kind) async throws {
        let transport = kind.make(1)
        transport.open(ConnectionRequest(to: URL(string: "http://127.0.0.1/")!), timeout: .seconds(600))
        guard case .invalidRequest = await failure(of: transport) else {
            Issue.record("opened")
            return
        }
    }

    @Test(arguments: kinds) func `ends when it is aborted, before it opens or later`(kind: Kind) async throws {
        let early = kind.make(1)
        early.abort()
        early.open(ConnectionRequest(to: URL(string: "ws://127.0.0.1:1/")!), timeout: .seconds(600))
        #expect(await failure(of: early) == .aborted)
        let (server, transport) = try await connection(kind)
        defer { server.stop() }
        transport.abort()
        #expect(await failure(of: transport) == .aborted)
        await server.wait { $0.present == 0 }
    }

    @Test(arguments: kinds) func `lets go of its connection when it is released`(kind: Kind) async throws {
        let server = LoopbackServer()
        defer { server.stop() }
        var transport: (any Transport)? = transport(kind, to: try server.start())
        #expect(await transport?.nextEvent() == .opened(subprotocol: nil))
        transport = nil
        await server.wait { $0.accepted == 1 && $0.present == 0 }
    }
}
