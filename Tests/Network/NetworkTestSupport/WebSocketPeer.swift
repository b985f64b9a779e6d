import Foundation
import TestSupport
import Testing

/// The `websockets` package of Python, as a server that a test talks to.
public enum WebSocketPeer {
    /// Python: the one that `PYTHON` names, or the one on the `PATH`.
    private static var python: Program? {
        if let path = ProcessInfo.processInfo.environment["PYTHON"] { return Program(at: URL(filePath: path)) }
        return Program.installed("python3")
    }

    /// True when the program is installed or `REQUIRE_PEERS` is set.
    public static let isExpected =
        ProcessInfo.processInfo.environment["REQUIRE_PEERS"] != nil
        || (try? python?.run(["-c", "import websockets"]))??.status == 0

    /// Starts a server on this machine that answers each message with the same.
    ///
    /// - Parameters:
    ///   - port: Its port; by default, a free one that a successor can use, too.
    ///   - certificate: Its certificate; without one, connections are not encrypted.
    /// - Returns: The server, and its port.
    /// - Throws: When there is no Python, or it cannot listen.
    public static func echo(
        port: UInt16? = nil, certificate: Certificate? = nil
    ) throws -> (server: Peer, port: UInt16) {
        guard let python else { throw Peer.Failure(description: "there is no Python: set PYTHON") }
        let files = certificate.map { [$0.file.path(percentEncoded: false), $0.key.path(percentEncoded: false)] } ?? []
        let server = try Peer(python, [path(of: "websocket-echo.py"), "\(port ?? freePorts(1)[0])"] + files)
        return (server, UInt16(try server.line())!)
    }

    /// Starts a TCP server that speaks STOMP, and a WebSocket in front of it; prints a line when both are ready.
    ///
    /// - Throws: When there is no Python.
    static func bridge(from port: UInt16, to server: UInt16, starting command: [String]) throws -> Peer {
        guard let python else { throw Peer.Failure(description: "there is no Python: set PYTHON") }
        return try Peer(
            boundedInTime: [
                python.executable.path(percentEncoded: false), path(of: "websocket-bridge.py"), "\(port)", "\(server)",
            ] + command)
    }

    private static func path(of script: String) -> String {
        Program.package.appending(path: "Tests/Network/NetworkTestSupport/Fixtures/\(script)").path(
            percentEncoded: false)
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests whose peers are programs in Python.
    public static var needsWebSocketPeer: Self {
        .enabled(if: WebSocketPeer.isExpected, "the Python package websockets is missing")
    }
}
