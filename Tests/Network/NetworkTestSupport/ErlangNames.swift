import Foundation
import TestSupport

/// The place in which nodes of RabbitMQ find each other: the folder with the secret they share, and the daemon that knows
/// their names.
///
/// The daemon has a port of its own, so it may run beside another one.
final class ErlangNames: Sendable {
    let folder: URL
    /// Free ports for each node. All are found at once, or one might be given twice.
    let ports: [ArraySlice<UInt16>]
    /// The variables for every program that talks to a node.
    let environment: [String]
    private let daemon: Peer

    /// Starts the daemon for some nodes.
    ///
    /// - Throws: When there is no place for the folder, no port, or no program.
    init(nodes count: Int) throws {
        let ports = try freePorts(1 + 4 * count)
        self.ports = (0..<count).map { ports[(1 + 4 * $0)..<(5 + 4 * $0)] }
        folder = FileManager.default.temporaryDirectory.appending(path: "rabbitmq-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        environment = [
            "HOME=\(folder.path(percentEncoded: false))", "ERL_EPMD_ADDRESS=127.0.0.1", "ERL_EPMD_PORT=\(ports[0])",
            // Debian's script in the usual place changes to another user.
            "PATH=/usr/lib/rabbitmq/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
        ]
        // A node would start the daemon, and leave it behind.
        daemon = try Peer(boundedInTime: ["epmd", "-relaxed_command_check", "-address", "127.0.0.1"], environment)
    }

    /// Ends the daemon, and leaves nothing behind.
    func end() async {
        _ = try? await aside { [environment] in
            // A process that a test starts may inherit blocked signals; this one cannot be blocked.
            try Program.installed("env")?.run(environment + ["epmd", "-kill"])
        }
        try? FileManager.default.removeItem(at: folder)
    }
}

/// Runs a blocking closure on a thread of its own.
func aside<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
}
