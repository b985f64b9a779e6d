import Foundation
import TestSupport

/// ActiveMQ with STOMP over WebSocket, as a server that tests talk to on this machine; it accepts any credentials.
///
/// It has a folder and ports of its own, and keeps messages in memory. It ends when it is released; if the tests crash, within
/// the hour. Debian's package lacks ActiveMQ's own WebSocket, so a program passes its bytes on from one.
public final class ActiveMQ: Sendable {
    /// True when a test should use it: it is installed, or `REQUIRE_PEERS` is set.
    public static var isExpected: Bool { Program.isExpected("activemq") && WebSocketPeer.isExpected }

    /// The URL at which clients connect.
    public let url: URL
    private let folder: URL
    private let broker: Peer

    /// Starts a server, and waits until it takes connections.
    ///
    /// - Throws: When there is no place for its files, no port, or no program, or when it ends before.
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
