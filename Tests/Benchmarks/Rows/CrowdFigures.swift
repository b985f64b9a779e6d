import Foundation
import LoopbackServer
import NetworkTestSupport
import Sockets
import TestSupport
import WebSockets

/// Many clients in one process, which do nothing but stay connected to a server in another one.
struct CrowdFigures {
    static let name = "clients that stay connected"

    let count: Int
    /// The physical memory that each takes; `nil` where the system does not tell.
    let bytesEach: Double?
    /// The time until all are connected, and, after the server has died, until all are connected with the next one.
    let secondsToConnect, secondsToReturn: Double

    /// Connects clients, kills their server, starts another one on the same port, and waits until all are back.
    ///
    /// There are fewer clients where the system allows fewer descriptors.
    static func measure(count: Int) async throws -> CrowdFigures {
        let limit = raiseDescriptorLimit(to: rlim_t(count + 1000))
        let count = max(1, min(count, Int(clamping: limit) - 500))  // There may be no limit, or a very low one.
        // Both are started now: the system may not start a program when this one has thousands of descriptors.
        let (first, second) = (try ServerProcess(), try ServerProcess())
        defer { second.kill() }
        let port = try first.listen(on: 0)
        let url = URL(string: "ws://127.0.0.1:\(port)/")!
        let clients = (0..<count).map { _ in
            SocketClient(transport: { WebSocketTransport() }, request: { _ in ConnectionRequest(to: url) })
        }
        let before = try residentMemory()
        let connecting = try await ContinuousClock().measure {
            try await forEach(clients) { client in
                await client.connect()
                try await client.wait(for: .connected)
            }
        }
        let after = try residentMemory()
        first.kill()
        try await forEach(clients) { client in try await client.wait { $0.phase != .connected } }
        let returning = try await ContinuousClock().measure {
            _ = try second.listen(on: port)
            try await forEach(clients) { client in try await client.wait(for: .connected) }
        }
        try await forEach(clients) { client in await client.disconnect() }
        return CrowdFigures(
            count: count, bytesEach: before.flatMap { before in after.map { Double($0 - before) / Double(count) } },
            secondsToConnect: connecting / .seconds(1), secondsToReturn: returning / .seconds(1))
    }

}

/// Carries out `body` with all clients at once.
func forEach(
    _ clients: [SocketClient], _ body: @escaping @Sendable (SocketClient) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for client in clients { group.addTask { try await body(client) } }
        try await group.waitForAll()
    }
}

/// This program as a server that can be killed: it listens on the port that it reads, and ends with its input.
final class ServerProcess {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init() throws {
        process.executableURL = Bundle.main.executableURL
        process.arguments = [ServerProcess.argument]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    static let argument = "--serve"

    static func serve() throws -> Never {
        raiseDescriptorLimit(to: .max)
        let server = LoopbackServer(port: readLine().flatMap { UInt16($0) } ?? 0)
        show("\(try server.start())\n")
        while readLine() != nil {}
        exit(0)
    }

    /// Listens on a port, or on one that is free for 0, and returns it.
    func listen(on port: UInt16) throws -> UInt16 {
        try input.fileHandleForWriting.write(contentsOf: Data("\(port)\n".utf8))
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = UInt16(line.trimmingCharacters(in: .newlines)) else {
            throw TransportError.unreachable("the server does not listen on port \(port)")
        }
        return port
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// Serves if this process was started to do so.
func serveIfAsked() throws {
    if CommandLine.arguments.dropFirst().first == ServerProcess.argument { try ServerProcess.serve() }
}
