import Foundation
import TestSupport

/// Three nodes of RabbitMQ on this machine that are one server to their clients.
///
/// A node that does not see most of the others pauses: it closes its connections, and refuses new ones until it sees them.
public final class RabbitMQCluster: Sendable {
    public let nodes: [RabbitMQ]
    private let names: ErlangNames

    /// Prepares a cluster that does not run yet. Throws when there is no place for its files, no port, or no program.
    public init() throws {
        let nodes = ["one", "two", "three"]
        let names = try ErlangNames(nodes: nodes.count)
        self.names = names
        self.nodes = try nodes.indices.map { try RabbitMQ($0, of: nodes, in: names) }
    }

    /// Starts the nodes, and waits until all take connections.
    public func start() async throws {
        try await nodes[0].start()  // The others join it.
        try await start(nodes[1], nodes[2])
    }

    /// Starts nodes that do not run, and waits until they take connections.
    ///
    /// Both at once, because a node that has been away may wait for another one.
    public func start(_ nodes: RabbitMQ...) async throws {
        try await withThrowingTaskGroup { group in
            for node in nodes { group.addTask { try await node.start() } }
            try await group.waitForAll()
        }
    }

    /// Ends all nodes for good, and leaves nothing behind.
    public func end() async {
        for node in nodes { try? await node.kill() }
        await names.end()
    }

    /// Cuts the lines between a node and the others; its clients still reach it.
    ///
    /// The nodes no longer know a common secret, so none of them can connect to the other.
    public func cutOff(_ node: RabbitMQ) async throws {
        let cut = "[begin erlang:set_cookie(Node, none), erlang:disconnect_node(Node) end || Node <- nodes()]."
        try await node.control("eval", cut)
    }

    /// Mends the lines between a node and the others.
    public func reconnect(_ node: RabbitMQ) async throws {
        let others = nodes.filter { $0 !== node }.map { "'\($0.node)'" }.joined(separator: ", ")
        try await node.control("eval", "[erlang:set_cookie(Node, erlang:get_cookie()) || Node <- [\(others)]].")
    }
}

/// The place in which nodes of RabbitMQ find each other: the folder with the secret they share, and the daemon that knows
/// their names.
///
/// The daemon has its own port, so it may run next to another one.
final class ErlangNames: Sendable {
    let folder: URL
    /// Free ports for each node. All are found at once, or one might be given twice.
    let ports: [ArraySlice<UInt16>]
    /// The variables for every program that talks to a node.
    let environment: [String]
    private let daemon: Peer

    /// Starts the daemon for some nodes. Throws when there is no place for the folder, no port, or no program.
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

/// Runs a blocking closure on a separate thread.
func aside<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
    }
}
