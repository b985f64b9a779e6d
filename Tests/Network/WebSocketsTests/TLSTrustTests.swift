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

        func connect() async throws -> TransportError? {
            if let trustedFolder { setenv("CURL_DEFAULT_PATH", trustedFolder, 1) }
            try #require(OtherCurl.load(curl))
            var stream: StreamTask<TLSStream>? = StreamTask(to: port, trusting: authorities)
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
        situation.authorities = other.path
        await expectConnection(false, in: situation)

        situation.trustedFolder = nil
        situation.authorities = certificate.path
        await expectConnection(true, in: situation)
    }

    // As in curl/curl.h: URL, CONNECT_ONLY, SSLVERSION, SSL_VERIFYPEER, SSL_VERIFYHOST, CAINFO, and what has to do with
    // sockets, CONNECT_TO, OPENSOCKETDATA, OPENSOCKETFUNCTION, CLOSESOCKETFUNCTION. CAPATH and PROXY must be switched
    // off, and a library that does not know them has neither a folder nor proxies.
    @Test func `A libcurl without the options to be safe is not used`() async throws {
        let (server, port) = try TLSPeer.start(certificate)
        defer { server.kill() }
        let situation = Situation(
            curl: curl.library.path(percentEncoded: false), port: port, authorities: certificate.path)
        await #expect(processExitsWith: .success) { [situation = situation as Situation] in
            for option in [10002, 141, 32, 64, 81, 10065, 10243, 10164, 20163, 20208, 10097, 10004] {
                setenv("CURL_MISSING_OPTION", "\(option)", 1)
                let isSafeWithout = [10097, 10004].contains(option)
                let error = try await situation.connect()
                if case .invalidRequest = error {
                    #expect(!isSafeWithout, "\(option)")
                } else {
                    #expect(isSafeWithout && error == nil, "\(option)")
                }
            }
        }
    }
}
