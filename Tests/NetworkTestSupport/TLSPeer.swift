import TestSupport
import Foundation

/// `openssl s_server`, as a TLS peer of a test.
public enum TLSPeer {
    /// Starts a server on this machine that accepts a TLS connection from any client.
    ///
    /// - Parameters:
    ///   - certificate: Its certificate.
    ///   - options: Further options of `openssl s_server`.
    /// - Returns: The server, and its port.
    /// - Throws: When there is no `openssl`, or it cannot listen.
    public static func start(
        _ certificate: Certificate, options: [String] = []
    ) throws -> (server: Peer, port: UInt16) {
        guard let openssl = Program.installed("openssl") else {
            throw Peer.Failure(description: "there is no openssl")
        }
        let server = try Peer(
            openssl,
            [
                "s_server", "-accept", "127.0.0.1:0", "-cert", certificate.file.path(), "-key", certificate.key.path(),
                "-www",
            ] + options)
        while true {
            let line = try server.line()
            if line.hasPrefix("ACCEPT"), let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) {
                return (server, port)
            }
        }
    }
}
