import Foundation
import TestSupport
import Testing

// The files belong to this object, and are not changed.
public final class Certificate: Sendable {
    /// The file of the certificate, in PEM; a client that trusts it trusts this file.
    public let file: URL
    public let key: URL
    private let folder: URL

    public var path: String { file.path(percentEncoded: false) }

    /// The program `openssl`, or `nil` if it is not installed; macOS has one of that name that is LibreSSL, and listens otherwise.
    static let openssl: Program? = {
        let homebrew = Program(at: URL(filePath: "/opt/homebrew/opt/openssl@3/bin/openssl"))
        return [Program.installed("openssl"), homebrew].lazy.compactMap { $0 }
            .first { (try? $0.run(["version"]))?.output.hasPrefix("OpenSSL") == true }
    }()

    /// True when a test that needs certificates should run: `openssl` is installed, or `REQUIRE_PEERS` is set.
    public static let isExpected = openssl != nil || ProcessInfo.processInfo.environment["REQUIRE_PEERS"] != nil

    /// True when a test should run that needs a transport which trusts its certificate only, which Apple's libcurl does not.
    public static var isExpectedByTransports: Bool {
        #if canImport(Darwin)
        return false
        #else
        return isExpected
        #endif
    }

    /// Makes a certificate for subject alternative names such as `DNS:localhost` or `IP:127.0.0.1`. Throws when there
    /// is no `openssl`.
    public init(for names: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "certificate-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "certificate.pem")
        key = folder.appending(path: "key.pem")
        guard let openssl = Certificate.openssl else {
            throw Peer.Failure(description: "there is no openssl")
        }
        // Each has its own name, because OpenSSL looks issuers up by name.
        let result = try openssl.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=\(UUID())", "-addext", "subjectAltName=" + names.joined(separator: ","),
            "-keyout", key.path(percentEncoded: false), "-out", path,
        ])
        guard result.status == 0 else { throw Peer.Failure(description: result.errors) }
    }

    /// Makes a folder in which OpenSSL finds the certificate as one that is trusted. Returns the folder, which goes
    /// with the certificate. Throws when there is no `openssl`.
    public func hashedFolder() throws -> URL {
        let hashed = folder.appending(path: "hashed")
        try FileManager.default.createDirectory(at: hashed, withIntermediateDirectories: true)
        let result = try Certificate.openssl?.run(["x509", "-hash", "-noout", "-in", path])
        guard let result, result.status == 0, let hash = result.output.split(separator: "\n").first else {
            throw Peer.Failure(description: result?.errors ?? "there is no openssl")
        }
        let link = hashed.appending(path: "\(hash).0")
        if !FileManager.default.fileExists(atPath: link.path(percentEncoded: false)) {
            try FileManager.default.copyItem(at: file, to: link)
        }
        return hashed
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

extension Trait where Self == ConditionTrait {
    public static var needsOpenSSL: Self { .enabled(if: Certificate.isExpected, "openssl is missing") }
}
