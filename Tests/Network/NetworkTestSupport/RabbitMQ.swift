import Foundation
import TestSupport

/// RabbitMQ with STOMP over WebSocket, as a server that tests talk to on this machine.
///
/// It has its own folder and ports, so it may run next to another one. The test that starts it ends it; if the tests
/// crash, it ends within the hour.
// Sound: all that changes is what runs, and the tests that start and stop it run one after the other.
public final class RabbitMQ: @unchecked Sendable {
    /// True when a test should use it: it is installed, or `REQUIRE_PEERS` is set.
    public static var isExpected: Bool { Program.isExpected("rabbitmq-server") }

    public let url: URL
    private let folder: URL
    private let environment: [String]
    /// Knows the name of the server. The server would start the daemon, and leave it behind.
    private let daemon: Peer
    private var broker: Peer?

    /// Prepares a server that does not run yet. Throws when there is no place for its files, no port, or no program.
    public init() throws {
        // All are found at once, or one might be given twice.
        let ports = try freePorts(5)
        url = URL(string: "ws://127.0.0.1:\(ports[0])/ws")!
        folder = FileManager.default.temporaryDirectory.appending(path: "rabbitmq-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.path(percentEncoded: false)
        let files = [
            "enabled_plugins": "[rabbitmq_auth_backend_oauth2,rabbitmq_web_stomp].",
            "advanced.config": AccessTokenIssuer.configuration,
            "rabbitmq.conf": """
            web_stomp.tcp.listener = 127.0.0.1:\(ports[0])
            web_stomp.ws_path = /ws
            stomp.listeners.tcp.1 = 127.0.0.1:\(ports[1])
            listeners.tcp.1 = 127.0.0.1:\(ports[2])
            auth_backends.1 = rabbit_auth_backend_oauth2
            auth_backends.2 = rabbit_auth_backend_internal

            """,
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        environment = [
            "HOME=\(path)", "ERL_EPMD_ADDRESS=127.0.0.1", "ERL_EPMD_PORT=\(ports[4])",
            // Debian's script in the usual place changes to another user.
            "PATH=/usr/lib/rabbitmq/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
            "RABBITMQ_NODENAME=rabbit@localhost", "RABBITMQ_NODE_IP_ADDRESS=127.0.0.1",
            "RABBITMQ_DIST_PORT=\(ports[3])", "RABBITMQ_MNESIA_BASE=\(path)/mnesia",
            "RABBITMQ_LOG_BASE=\(path)/log",
            "RABBITMQ_ENABLED_PLUGINS_FILE=\(path)/enabled_plugins", "RABBITMQ_CONFIG_FILE=\(path)/rabbitmq.conf",
            "RABBITMQ_ADVANCED_CONFIG_FILE=\(path)/advanced.config", "RABBITMQ_PID_FILE=\(path)/pid",
            // The script then becomes the server, rather than its parent.
            "RABBITMQ_ALLOW_INPUT=1",
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=-noinput -kernel inet_dist_use_interface {127,0,0,1}",
        ]
        daemon = try Peer(boundedInTime: ["epmd", "-relaxed_command_check", "-address", "127.0.0.1"], environment)
    }

    /// Ends the server for good, and leaves nothing behind.
    public func end() async {
        try? await kill()
        _ = try? await aside { [environment] in
            // A process that a test starts may inherit blocked signals; this one cannot be blocked.
            try Program.installed("env")?.run(environment + ["epmd", "-kill"])
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the server, and waits until it takes connections.
    public func start() async throws {
        try await aside { [self] in
            let broker = try Peer(boundedInTime: ["rabbitmq-server"], environment)
            self.broker = broker
            var output: [String] = []
            do {
                repeat { output.append(try broker.line()) } while !output[output.count - 1].contains("completed with")
            } catch {
                throw Peer.Failure(description: "\(output.suffix(20).joined(separator: "\n")) \(error)")
            }
        }
    }

    /// Ends the server in an orderly way, and waits until it has ended.
    public func stop() async throws {
        try await control("stop", folder.appending(path: "pid").path(percentEncoded: false))
        try await waitForEnd()
    }

    /// Ends the server as if the machine had lost its power, and waits until it has ended.
    public func kill() async throws {
        broker?.signal(SIGKILL)
        try await waitForEnd()
    }

    private func waitForEnd() async throws {
        try await aside { [broker] in while (try? broker?.line()) != nil {} }
        broker = nil
    }

    /// Keeps the server from running; the system continues to accept connections for it.
    public func freeze() { broker?.freeze() }

    public func thaw() { broker?.thaw() }

    /// Runs a command of `rabbitmqctl`, and returns what it printed. Throws when the server does not do it.
    @discardableResult
    public func control(_ arguments: String..., reading input: String = "") async throws -> String {
        try await aside { [environment] in
            guard let env = Program.installed("env") else { throw Peer.Failure(description: "there is no env") }
            let result = try env.run(environment + ["rabbitmqctl", "--quiet"] + arguments, input: input)
            guard result.status == 0 else { throw Peer.Failure(description: result.output + result.errors) }
            return result.output
        }
    }
}

/// Runs a blocking closure on a separate thread.
func aside<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
}
