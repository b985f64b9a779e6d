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

    func stream(to port: UInt16, host: String = "127.0.0.1", trusting file: String?) -> StreamTask<TLSStream> {
        StreamTask { TLSStream(host: host, port: port, certificateAuthorities: file, queue: $0) }
    }

    func transport(to port: UInt16, host: String = "127.0.0.1", trusting file: URL?) -> WebSocketTransport {
        let transport = WebSocketTransport(certificateAuthorities: file, refusal: nil)
        transport.open(ConnectionRequest(to: URL(string: "wss://\(host):\(port)/")!), timeout: .seconds(600))
        return transport
    }

    @Test(.needsOpenSSL, .needsWebSocketPeer, arguments: ["127.0.0.1", "localhost"])
    func `Messages of several megabytes come back over wss`(host: String) async throws {
        let certificate = try Self.certificate.get()
        let (server, port) = try WebSocketPeer.echo(certificate: certificate)
        defer { server.kill() }
        let client = transport(to: port, host: host, trusting: certificate.file)
        #expect(await client.nextEvent() == .opened(subprotocol: nil))
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 11) }
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
        #expect(await client.nextEvent() == .ended(.init(code: .normal, reason: "done")))
    }

    @Test(.needsOpenSSL)
    func `What there is no room for is handed to the system when there is`() async throws {
        let certificate = try Self.certificate.get()
        let (server, port) = try TLSPeer.start(certificate)
        defer { server.kill() }
        let client = stream(to: port, trusting: certificate.file.path(percentEncoded: false))
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
        let error = await stream(to: server.port, trusting: "/nowhere.pem").connect()
        guard case .untrusted(let text) = error else { return #expect(error == .untrusted("…")) }
        #expect(text.contains("/nowhere.pem"))
    }

    @Test func `A peer that does not speak TLS is not trusted`() async throws {
        let server = try RawServer()
        let client = stream(to: server.port, trusting: nil)
        async let error = client.connect()
        let peer = try await server.accept()
        try await peer.write(Array("SSH-2.0-OpenSSH\r\n".utf8))
        #expect(await error?.isAboutTrust == true)
    }

    // As in curl/curl.h; its numbers never change.
    @Test(
        arguments: [
            (6, .unreachable("…")), (7, .unreachable("…")), (28, .timedOut),
            // The peer's certificate, its name, or its files; the library of encryption, or its options.
            (60, .untrusted("…")), (51, .untrusted("…")), (58, .untrusted("…")), (77, .untrusted("…")),
            (83, .untrusted("…")), (90, .untrusted("…")), (91, .untrusted("…")), (35, .untrusted("…")),
            (59, .untrusted("…")), (66, .untrusted("…")), (82, .untrusted("…")),
            // A libcurl that lacks what it takes.
            (1, .invalidRequest("…")), (4, .invalidRequest("…")), (48, .invalidRequest("…")),
            // A peer that goes away before, and a want of memory.
            (55, .unreachable("…")), (56, .unreachable("…")), (27, .unreachable("…")),
        ] as [(Int, TransportError)])
    func `Only what is a matter of trust is called one`(code: Int, error: TransportError) {
        #expect(CurlConnection.openingError(code, text: "…") == error)
    }

    @Test func `Where no server listens or the host does not exist, a peer is unreachable`() async throws {
        let server = try RawServer()
        await server.stop()
        for host in ["127.0.0.1", "nothing.invalid"] {
            let error = await stream(to: server.port, host: host, trusting: nil).connect()
            guard case .unreachable = error else { return #expect(error == .unreachable("…")) }
        }
    }

    @Test func `Waiting for silent peers ends at the deadline, however many`() async throws {
        let server = try RawServer()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    #expect(
                        await stream(to: server.port, trusting: nil).connect(timeout: .milliseconds(50)) == .timedOut)
                }
            }
        }
    }

    @Test func `Closing while connecting gives the attempt up`() async throws {
        let server = try RawServer()
        let client = stream(to: server.port, trusting: nil)
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
            for round in 0..<100 {
                // Every other one is not trusted.
                let authorities = round.isMultiple(of: 2) ? certificate.file.path(percentEncoded: false) : nil
                var client: StreamTask? = StreamTask {
                    TLSStream(host: "127.0.0.1", port: port, certificateAuthorities: authorities, queue: $0)
                }
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
        let authorities = certificate.file.path(percentEncoded: false)
        await #expect(processExitsWith: .success) { [port = port as UInt16, authorities = authorities as String] in
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

extension TransportError {
    fileprivate var isAboutTrust: Bool {
        if case .untrusted = self { true } else { false }
    }
}
