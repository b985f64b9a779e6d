import Foundation
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@testable import WebSockets

/// Encrypted connections that fail, and the reasons that are given: trust is one of them only where it is one.
@Suite(.blocking, .timeLimit(.minutes(60))) struct TLSFailureTests {
    @Test(arguments: [true, false])
    func `A peer that closes during the handshake, with a reset or without, is not a matter of trust`(
        isReset: Bool
    ) async throws {
        let server = try RawServer()
        let client = StreamTask(to: server.port)
        async let error = client.connect()
        let peer = try await server.accept()
        #expect(try await peer.read(1).count == 1)
        peer.perform { isReset ? $0.reset() : $0.close() }
        guard case .unreachable(let problem) = await error else { return #expect(await error == .unreachable("…")) }
        #expect(problem.hasPrefix("the server closed the connection during the TLS handshake"))
    }

    /// The text of the library about a connection that ended, which has the code of all problems with a handshake.
    private static let ends = [
        "OpenSSL SSL_connect: Connection reset by peer in connection to 127.0.0.1:1",
        "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to 127.0.0.1:1",
        "error:0A000126:SSL routines::unexpected eof while reading",
        "gnutls_handshake() failed: The TLS connection was non-properly terminated.",
        "gnutls_handshake() failed: Error in the pull function.",
    ].map { text in
        (35, text, TransportError.unreachable("the server closed the connection during the TLS handshake (\(text))"))
    }
    // As in curl/curl.h; its numbers never change.
    private static let codes: [(Int, String, TransportError)] = [
        (6, "…", .unreachable("…")), (7, "…", .unreachable("…")), (28, "…", .timedOut),
        // The peer's certificate, its name, or its files; the library of encryption, or its options.
        (60, "reset by peer", .untrusted("reset by peer")), (51, "…", .untrusted("…")), (58, "…", .untrusted("…")),
        (77, "…", .untrusted("…")), (83, "…", .untrusted("…")), (90, "…", .untrusted("…")),
        (91, "…", .untrusted("…")), (35, "handshake failure", .untrusted("handshake failure")),
        (59, "…", .untrusted("…")), (66, "…", .untrusted("…")), (82, "…", .untrusted("…")),
        // A libcurl that lacks what it takes.
        (1, "…", .invalidRequest("…")), (4, "…", .invalidRequest("…")), (48, "…", .invalidRequest("…")),
        // A peer that goes away before, and a want of memory.
        (55, "…", .unreachable("…")), (56, "…", .unreachable("…")), (27, "…", .unreachable("…")),
    ]

    @Test(arguments: ends + codes)
    func `Only what is a matter of trust is called one`(code: Int, text: String, error: TransportError) {
        #expect(CurlConnection.openingError(code, text: text) == error)
    }

    // TLS 1.3 refuses when the client's handshake is over, TLS 1.2 before.
    @Test(.needsOpenSSL, arguments: ["-tls1_3", "-tls1_2"])
    func `A server that wants a certificate of the client says so`(version: String) async throws {
        let certificate = try Certificate(for: ["IP:127.0.0.1"])
        let (server, port) = try TLSPeer.start(certificate, options: ["-Verify", "1", version])
        defer { server.kill() }
        let transport = WebSocketTransport(certificateAuthorities: certificate.file, refusal: nil)
        transport.open("wss://127.0.0.1:\(port)/")
        let event = await transport.nextEvent()
        guard case .ended(_, _, .untrusted(let problem)?) = event else {
            Issue.record("\(event)")
            return
        }
        #expect(problem.contains("alert"))
    }

    // In a separate process, which may use up its descriptors.
    @Test(.needsOpenSSL)
    func `A want of descriptors is called one, wherever it shows`() async throws {
        let certificate = try Certificate(for: ["IP:127.0.0.1"])
        let (server, port) = try TLSPeer.start(certificate)
        defer { server.kill() }
        let other = try Certificate(for: ["IP:127.0.0.1"])
        await #expect(processExitsWith: .success) {
            [port = port as UInt16, file = certificate.path as String, otherFile = other.path as String] in
            // It loads libcurl, and opens all that Dispatch needs; authorities that were read once are not read again.
            let silent = try RawServer()
            let first = StreamTask(to: silent.port, trusting: otherFile)
            async let error = first.connect()
            let peer = try await silent.accept()
            defer { withExtendedLifetime(peer) {} }  // Its descriptor must not become a free one.
            first.perform { $0.close() }
            #expect(await error == .aborted)
            _ = try await peer.read(.max)  // Until the client has closed its own.
            let last = useUpDescriptors()
            var errors: [TransportError] = []
            var free = last - 1
            while true {
                var client: StreamTask? = StreamTask(to: port, trusting: file)
                let error = await client?.connect(timeout: .seconds(600))
                client?.perform { $0.close() }
                await client.tearDown()
                guard let error else { break }
                errors.append(error)
                close(free)
                free -= 1
                try #require(free > last - 25)
            }
            #expect(!errors.isEmpty)
            for error in errors {
                guard case .unreachable(let problem) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(problem.contains("Too many open files"))
            }
        }
    }

    // What a user gets where libcurl would trust the system's authorities as well.
    @Test func `Authorities that would not be the only ones are refused, for encrypted connections`() async throws {
        let refusal = TransportError.invalidRequest("others would be trusted, too")
        func event(_ scheme: String) async -> TransportEvent {
            let file = URL(filePath: "/nowhere.pem")
            let transport = WebSocketTransport(certificateAuthorities: file, refusal: refusal)
            transport.open("\(scheme)://127.0.0.1:1/")
            return await transport.nextEvent()
        }
        #expect(await event("wss") == .abnormal(refusal))
        #expect(await event("ws") == .abnormal(.unreachable("Connection refused")))
    }

    #if canImport(Darwin)
    @Test func `Authorities that a user names are such on this platform`() async throws {
        let transport = WebSocketTransport(certificateAuthorities: URL(filePath: "/nowhere.pem"))
        transport.open("wss://127.0.0.1:1/")
        guard case .ended(_, _, .invalidRequest?) = await transport.nextEvent() else {
            Issue.record("not refused")
            return
        }
    }
    #endif

    @Test(.needsOpenSSL)
    func `Connections that trust the same authorities read them once, and others do not get them`() async throws {
        let certificate = try Certificate(for: ["IP:127.0.0.1"])
        let (server, port) = try TLSPeer.start(certificate)
        defer { server.kill() }
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appending(path: "authorities-\(UUID()).pem")
        try FileManager.default.copyItem(at: certificate.file, to: file)
        #expect(await Self.connect(to: port, trusting: file.path(percentEncoded: false)) == nil)
        try FileManager.default.removeItem(at: file)
        for _ in 0..<5 { #expect(await Self.connect(to: port, trusting: file.path(percentEncoded: false)) == nil) }
        let other = try Certificate(for: ["IP:127.0.0.1"])
        for authorities in [nil, other.path, file.path(percentEncoded: false) + "x"] {
            let error = await Self.connect(to: port, trusting: authorities)
            guard case .untrusted = error else { return #expect(error == .untrusted("…")) }
        }
    }

    private static func connect(to port: UInt16, trusting file: String?) async -> TransportError? {
        let client = StreamTask(to: port, trusting: file)
        defer { client.perform { $0.close() } }
        return await client.connect()
    }
}
