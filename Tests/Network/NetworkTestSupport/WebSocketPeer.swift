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

    /// Starts a server on this machine that answers each message with the same; returns its port, too. Its own port is
    /// a free one that a successor can use, and without a certificate nothing is encrypted. Throws when there is no
    /// Python, or it cannot listen.
    public static func echo(
        port: UInt16? = nil, certificate: Certificate? = nil
    ) throws -> (server: Peer, port: UInt16) {
        guard let python else { throw Peer.Failure(description: "there is no Python: set PYTHON") }
        let files = certificate.map { [$0.path, $0.key.path(percentEncoded: false)] } ?? []
        let server = try Peer(python, [path(of: "websocket-echo.py"), "\(port ?? freePorts(1)[0])"] + files)
        return (server, UInt16(try server.line())!)
    }

    /// Starts a TCP server that speaks STOMP, and a WebSocket in front of it; prints a line when both are ready. Throws
    /// when there is no Python.
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
    public static var needsWebSocketPeer: Self {
        .enabled(if: WebSocketPeer.isExpected, "the Python package websockets is missing")
    }
}

/// ActiveMQ with STOMP over WebSocket, as a server that tests talk to on this machine; it accepts any credentials.
///
/// It has its own folder and ports, and keeps messages in memory. It ends when it is released; if the tests crash,
/// within the hour. Debian's package lacks ActiveMQ's own WebSocket, so a program passes its bytes on from one.
public final class ActiveMQ: Sendable {
    /// True when a test should use it: it is installed, or `REQUIRE_PEERS` is set.
    public static var isExpected: Bool { Program.isExpected("activemq") && WebSocketPeer.isExpected }

    public let url: URL
    private let folder: URL
    private let broker: Peer

    /// Starts a server, and waits until it takes connections. Throws when there is no place for its files, no port, or
    /// no program, or when it ends before.
    public init() async throws {
        let ports = try freePorts(2)
        let folder = FileManager.default.temporaryDirectory.appending(path: "activemq-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Debian's script starts a service, so this does what the script does.
        let broker = try WebSocketPeer.bridge(
            from: ports[1], to: ports[0],
            starting: [
                "java", "-Xmx256m", "-Dactivemq.home=/usr/share/activemq",
                "-Dactivemq.base=\(folder.path(percentEncoded: false))",
                "-Djava.io.tmpdir=\(folder.path(percentEncoded: false))", "-jar",
                "/usr/share/activemq/bin/activemq.jar", "start",
                "broker:(stomp://127.0.0.1:\(ports[0]))?persistent=false&useJmx=false",
            ])
        (self.broker, self.folder) = (broker, folder)
        url = URL(string: "ws://127.0.0.1:\(ports[1])/ws")!
        _ = try await aside { try broker.line() }
    }

    deinit {
        broker.kill()
        try? FileManager.default.removeItem(at: folder)
    }
}
