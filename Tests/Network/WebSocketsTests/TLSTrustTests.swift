import NetworkTestSupport
import Foundation
import Sockets
import TestSupport
import Testing

@testable import WebSockets

/// The authorities that an encrypted connection trusts, independent of what the system's libcurl trusts by itself.
@Suite(
    .blocking, .enabled(if: OtherCurl.isExpected && Certificate.isExpected, "openssl, clang or libcurl is missing"),
    .timeLimit(.minutes(60)))
struct TLSTrustTests {
    private static let made = Result { (try OtherCurl(), try Certificate(for: ["IP:127.0.0.1"])) }

    private let curl: OtherCurl
    private let certificate: Certificate

    init() throws { (curl, certificate) = try Self.made.get() }

    struct Situation: Codable, Sendable {
        let curl: String
        let port: UInt16
        var authorities: String?
        var trustedFolder: String?
        var missingOption: Int?

        func connect() async throws -> TransportError? {
            if let trustedFolder { setenv("CURL_DEFAULT_PATH", trustedFolder, 1) }
            if let missingOption { setenv("CURL_MISSING_OPTION", "\(missingOption)", 1) }
            try #require(OtherCurl.load(curl))
            var stream: StreamTask? = StreamTask<TLSStream> {
                TLSStream(host: "127.0.0.1", port: port, certificateAuthorities: authorities, queue: $0)
            }
            let error = await stream?.connect()
            await stream.tearDown()
            return error
        }
    }

    /// Connects in a separate process, and expects that to succeed, or to fail for want of trust.
    func expectConnection(_ isTrusted: Bool, in situation: Situation) async {
        await #expect(processExitsWith: .success) { [isTrusted, situation] in
            switch try await situation.connect() {
            case nil: #expect(isTrusted)
            case .untrusted(let problem), .invalidRequest(let problem): #expect(!isTrusted, "\(problem)")
            case let error?: Issue.record(error)
            }
        }
    }

    @Test func `The authorities in the folder of the system are trusted unless others are named`() async throws {
        let (server, port) = try TLSPeer.start(certificate)
        defer { server.kill() }
        var situation = Situation(curl: curl.library.path(percentEncoded: false), port: port)
        situation.trustedFolder = try certificate.hashedFolder().path(percentEncoded: false)
        await expectConnection(true, in: situation)

        let other = try Certificate(for: ["IP:127.0.0.1"])
        situation.authorities = other.file.path(percentEncoded: false)
        await expectConnection(false, in: situation)

        situation.trustedFolder = nil
        situation.authorities = certificate.file.path(percentEncoded: false)
        await expectConnection(true, in: situation)
    }

    // As in curl/curl.h: URL, CONNECT_ONLY, SSLVERSION, SSL_VERIFYPEER, SSL_VERIFYHOST, CAINFO, and what has to do with
    // sockets, CONNECT_TO, OPENSOCKETDATA, OPENSOCKETFUNCTION, CLOSESOCKETFUNCTION. CAPATH and PROXY must be switched
    // off, and a library that does not know them has neither a folder nor proxies.
    @Test(arguments: [
        (10002, false), (141, false), (32, false), (64, false), (81, false), (10065, false), (10243, false),
        (10164, false), (20163, false), (20208, false), (10097, true), (10004, true),
    ])
    func `A libcurl without the options to be safe is not used`(option: Int, isSafeWithout: Bool) async throws {
        let (server, port) = try TLSPeer.start(certificate)
        defer { server.kill() }
        let situation = Situation(
            curl: curl.library.path(percentEncoded: false), port: port,
            authorities: certificate.file.path(percentEncoded: false),
            missingOption: option)
        await expectConnection(isSafeWithout, in: situation)
    }
}
