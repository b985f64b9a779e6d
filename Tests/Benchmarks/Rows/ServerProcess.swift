import Foundation
import LoopbackServer
import NetworkTestSupport
import Sockets
import TestSupport
import WebSockets

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
