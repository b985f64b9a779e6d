import NetworkTestSupport
import Foundation
import LoopbackServer
import Sockets
import TestSupport
import Testing

@testable import WebSockets

/// TCP as it really is: every peer here is a socket on this machine.
@Suite(.timeLimit(.minutes(60))) struct TCPStreamTests {
    static func stream(to port: UInt16, host: String = "127.0.0.1") -> StreamTask<TCPStream> {
        StreamTask { TCPStream(host: host, port: port, queue: $0) }
    }

    func connection() async throws -> (client: StreamTask<TCPStream>, server: StreamTask<TCPStream>) {
        let server = try RawServer()
        let client = Self.stream(to: server.port)
        #expect(await client.connect() == nil)
        return (client, try await server.accept())
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `A numeric host and a name are both connected to, and bytes go both ways`(host: String) async throws {
        let server = try RawServer()
        let client = Self.stream(to: server.port, host: host)
        #expect(await client.connect() == nil)
        let peer = try await server.accept()
        try await client.write(Array("ping".utf8))
        #expect(try await peer.read(4) == Array("ping".utf8))
        try await peer.write(Array("pong".utf8))
        #expect(try await client.read(4) == Array("pong".utf8))
    }

    @Test func `A host that does not exist is unreachable, and its name is in the text`() async throws {
        let error = await Self.stream(to: 1, host: "nothing.invalid").connect(timeout: .seconds(600))
        guard case .unreachable(let text) = error else { return #expect(error == .unreachable("…")) }
        #expect(text.hasPrefix("nothing.invalid: "))
    }

    @Test func `Several megabytes go both ways at once and arrive unharmed`() async throws {
        let (client, server) = try await connection()
        let bytes = (UInt8(0)..<250).flatMap { [UInt8](repeating: $0, count: 20_000) }
        async let there: Void = client.write(bytes)
        async let back: Void = server.write(bytes)
        async let arrivedThere = server.read(bytes.count)
        async let arrivedBack = client.read(bytes.count)
        try await there
        try await back
        #expect(try await arrivedThere == bytes)
        #expect(try await arrivedBack == bytes)
    }

    @Test func `A stream knows how much of what it has written the peer's system lacks`() async throws {
        let (client, server) = try await connection()
        func unacknowledged() async -> Int {
            await withCheckedContinuation { answer in
                client.perform { answer.resume(returning: $0.unacknowledgedByteCount) }
            }
        }
        let bytes = [UInt8](repeating: 0, count: 16 << 20)  // More than the systems of both sides take.
        async let writing: Void = client.write(bytes)
        await yieldWhile("the peer's system has all that is written") { await unacknowledged() == 0 }
        _ = try await server.read(bytes.count)
        try await writing
        await yieldWhile("the peer's system lacks something") { await unacknowledged() > 0 }
    }

    @Test func `A reset is an error, and not an end`() async throws {
        let (client, server) = try await connection()
        server.perform { $0.reset() }
        await #expect(throws: TransportError.connectionLost("Connection reset by peer")) { try await client.read(1) }
        await #expect(throws: TransportError.connectionLost("Broken pipe")) { try await client.write([1]) }
    }

    @Test(arguments: ["127.0.0.1", "nothing.invalid"])
    func `Closing at once while connecting gives the attempt up`(host: String) async throws {
        let server = try RawServer()
        let client = Self.stream(to: server.port, host: host)
        let error = await withCheckedContinuation { continuation in
            client.perform { stream in
                stream.connect(timeout: .seconds(600)) { continuation.resume(returning: $0) }
                stream.close()
            }
        }
        #expect(error == .aborted)
    }

    @Test func `Waiting for a silent peer ends at the deadline, or when the stream is closed`() async throws {
        let descriptor = try SocketDescriptor(family: AF_INET)
        defer { descriptor.dispose() }
        let port = try descriptor.listen(onLoopbackPort: 0, backlog: 0)
        let others = await Self.fillBacklog(of: port)
        defer { withExtendedLifetime(others) {} }

        let client = Self.stream(to: port)
        let result = await withCheckedContinuation { continuation in
            client.perform { stream in stream.connect(timeout: .seconds(600)) { continuation.resume(returning: $0) } }
            // By then it has begun to connect.
            client.perform { _ in client.perform { $0.close() } }
        }
        #expect(result == .aborted)
    }

    /// Begins to connect to a port where no server accepts, more often than any system's backlog has room: then the port
    /// is silent.
    static func fillBacklog(of port: UInt16) async -> [StreamTask<TCPStream>] {
        let clients = (0..<140).map { _ in stream(to: port) }
        for client in clients {
            client.perform { $0.connect(timeout: .seconds(3600)) { _ in } }
            // By then it has begun.
            for _ in 1...2 { await client.settle() }
        }
        return clients
    }

    // In a separate process, which may use up its descriptors. Dispatch counts its threads each second when a machine is
    // busy. It opens a file for that, and traps if it cannot.
    @Test func `Without a descriptor to wait with, a connection is not taken for made`() async {
        await withKnownIssue("Dispatch traps without a descriptor", isIntermittent: true) {
            await #expect(processExitsWith: .success) {
                let descriptor = try SocketDescriptor(family: AF_INET)
                let port = try descriptor.listen(onLoopbackPort: 0, backlog: 0)
                // They have also opened all that Dispatch needs.
                let others = await Self.fillBacklog(of: port)
                useUpDescriptors()
                #expect(await Self.stream(to: port).connect(timeout: .milliseconds(50)) == .timedOut)
                withExtendedLifetime(others) {}
            }
        } matching: {
            "\($0)".contains("SIGILL") || "\($0)".contains("SIGTRAP")
        }
    }

    @Test func `A handler that is still waiting is not called after closing`() async throws {
        let (client, server) = try await connection()
        client.perform { stream in
            stream.whenReadable { Issue.record("The handler was called.") }
            stream.close()
            stream.close()
        }
        server.perform { $0.close() }
        await client.settle()
        await #expect(throws: TransportError.aborted) { try await client.read(1) }
    }
}
