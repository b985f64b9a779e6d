import NetworkTestSupport
import Foundation
import Sockets
import Synchronization
import TestSupport
import Testing

@testable import WebSockets

/// Encryption as it really is: the peers are `openssl s_server` and the `websockets` package of Python.
@Suite(.blocking, .timeLimit(.minutes(60))) struct TLSStreamTests {
    static let certificate = Result { try Certificate(for: ["DNS:localhost", "IP:127.0.0.1"]) }

    @Test(.needsOpenSSL, .needsWebSocketPeer, arguments: ["127.0.0.1", "localhost"])
    func `Messages of several megabytes come back over wss`(host: String) async throws {
        let certificate = try Self.certificate.get()
        let (server, port) = try WebSocketPeer.echo(certificate: certificate)
        defer { server.kill() }
        let client = WebSocketTransport(certificateAuthorities: certificate.file, refusal: nil)
        client.open("wss://\(host):\(port)/")
        #expect(await client.nextEvent() == .opened(subprotocol: nil))
        let bytes = (UInt8(0)..<250).flatMap { [UInt8](repeating: $0, count: 12_000) }
        for _ in 1...3 {
            client.send(.binary(bytes)) { #expect($0 == nil) }
            client.send(.text("small")) { #expect($0 == nil) }
        }
        for _ in 1...3 {
            #expect(await client.nextEvent() == .binary(bytes))
            #expect(await client.nextEvent() == .text("small"))
        }
        client.ping()
        #expect(await client.nextEvent() == .pong)
        client.close(code: .normal, reason: "done")
        #expect(await client.nextEvent() == .ended(code: .normal, reason: "done"))
    }

    @Test(.needsOpenSSL)
    func `What there is no room for is handed to the system when there is`() async throws {
        let certificate = try Self.certificate.get()
        let (server, port) = try TLSPeer.start(certificate)
        defer { server.kill() }
        let client = StreamTask(to: port, trusting: certificate.path)
        #expect(await client.connect() == nil)
        server.freeze()
        let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 16384)
        let refusal = await withCheckedContinuation { (continuation: CheckedContinuation<Int??, Never>) in
            client.perform { stream in
                while (try? stream.flush()) == true { _ = try? lines.withUnsafeBytes { try stream.write($0) } }
                continuation.resume(returning: try? lines.withUnsafeBytes { try stream.write($0) })
            }
        }
        #expect(refusal == .some(nil))
        server.thaw()
        try await client.write(lines)
    }

    @Test func `A file of certificates that is not there is named`() async throws {
        let server = try RawServer()
        let error = await StreamTask(to: server.port, trusting: "/nowhere.pem").connect()
        guard case .untrusted(let text) = error else { return #expect(error == .untrusted("…")) }
        #expect(text.contains("/nowhere.pem"))
    }

    @Test func `A peer that does not speak TLS is not trusted`() async throws {
        let server = try RawServer()
        let client = StreamTask(to: server.port)
        async let error = client.connect()
        let peer = try await server.accept()
        try await peer.write(Array("SSH-2.0-OpenSSH\r\n".utf8))
        guard case .untrusted = await error else { return #expect(await error == .untrusted("…")) }
    }

    @Test func `Waiting for a silent peer ends at the deadline`() async throws {
        let server = try RawServer()
        #expect(await StreamTask(to: server.port).connect(timeout: .milliseconds(50)) == .timedOut)
    }

    @Test func `Closing while connecting gives the attempt up`() async throws {
        let server = try RawServer()
        let client = StreamTask(to: server.port)
        async let error = client.connect()
        let peer = try await server.accept()
        client.perform { $0.close() }
        #expect(await error == .aborted)
        // The peer sees the end as well, after the greeting of TLS: nothing is left open.
        while try await !peer.read(1).isEmpty {}
    }

    // In a separate process, where no other test opens descriptors at the same time.
    @Test(.needsOpenSSL, .needsWebSocketPeer)
    func `Encrypted connections, and attempts that fail, leave no descriptor behind`() async {
        await #expect(processExitsWith: .success) {
            let certificate = try Certificate(for: ["IP:127.0.0.1"])
            let (server, port) = try WebSocketPeer.echo(certificate: certificate)
            defer { server.kill() }
            var before: Int?
            for round in 0..<40 {
                // Every other one is not trusted.
                let authorities = round.isMultiple(of: 2) ? certificate.path : nil
                var client: StreamTask? = StreamTask(to: port, trusting: authorities)
                #expect((await client?.connect() == nil) == (authorities != nil))
                client?.perform { $0.close() }
                await client.tearDown()
                // The first ones open what libcurl keeps open.
                if round == 10 { before = try openDescriptors() }
            }
            // The latest ones are still to be closed; were they to pile up, this would have no end.
            try await yieldWhile("descriptors are open") { try openDescriptors() ?? 0 >= (before ?? 0) + 10 }
        }
    }

    // Other threads continue while the process ends. Functions that are registered first are called last: here, after
    // all that a library of encryption might clean up.
    @Test(.needsOpenSSL)
    func `A process may end while connections are opened and closed`() async throws {
        let certificate = try Self.certificate.get()
        let (server, port) = try TLSPeer.start(certificate)
        defer { server.kill() }
        await #expect(processExitsWith: .success) {
            [port = port as UInt16, authorities = certificate.path as String] in
            atexit {
                do { try LateConnection.open() } catch { _exit(EXIT_FAILURE) }
            }
            LateConnection.peer.withLock { $0 = (port, authorities) }
            try LateConnection.open()
        }
    }
}

/// A connection that is made while the process ends.
private enum LateConnection {
    static let peer = Mutex<(port: UInt16, certificateAuthorities: String)?>(nil)

    static func open() throws {
        let (port, authorities) = try #require(peer.withLock { $0 })
        let address = try #require(SocketAddress.known("127.0.0.1", port: port)?.first)
        let descriptor = try SocketDescriptor(family: address.family)
        defer { descriptor.dispose() }
        let connection = try CurlConnection(
            url: "https://127.0.0.1:\(port)", certificateAuthorities: authorities, over: descriptor, to: address)
        defer { connection.end() }
        while let wait = try connection.resumeHandshake() {
            var events = pollfd()
            events.fd = descriptor.number
            events.events = Int16((wait.reads ? POLLIN : 0) | (wait.writes ? POLLOUT : 0))
            poll(&events, 1, 100)
        }
    }
}
