import TestSupport
import Foundation

/// TLS peers of a test: `openssl s_server`, and a proxy.
public enum TLSPeer {
    /// Starts a server on this machine that accepts a TLS connection from any client, with further options of `openssl
    /// s_server`; returns its port, too.
    public static func start(
        _ certificate: Certificate, options: [String] = []
    ) throws -> (server: Peer, port: UInt16) {
        guard let openssl = Certificate.openssl else {
            throw Peer.Failure(description: "there is no openssl")
        }
        let server = try Peer(
            openssl,
            [
                "s_server", "-accept", "127.0.0.1:0", "-cert", certificate.path, "-key",
                certificate.key.path(percentEncoded: false), "-www",
            ] + options)
        while true {
            let line = try server.line()
            if line.hasPrefix("ACCEPT"), let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) {
                return (server, port)
            }
        }
    }

    /// Starts a proxy, written in Python, that ends TLS, and passes on what comes to another port of this machine.
    /// Returns the proxy, and its port. Throws when there is no Python.
    public static func proxy(to port: UInt16, _ certificate: Certificate) throws -> (server: Peer, port: UInt16) {
        guard let python = Program.installed("python3") else { throw Peer.Failure(description: "there is no Python") }
        let script = Program.package.appending(path: "Tests/Network/NetworkTestSupport/Fixtures/tls-proxy.py").path(
            percentEncoded: false)
        let server = try Peer(
            python, [script, "\(port)", certificate.path, certificate.key.path(percentEncoded: false)])
        return (server, UInt16(try server.line())!)
    }
}
