import Foundation
import NetworkTestSupport
import Sockets
import TestSupport
import WebSockets

/// The memory and the processor time of a connection, in a process that has clients only.
struct ConnectionCost {
    let name: String
    /// The physical memory of each connection after the first; `nil` where the system does not tell.
    let bytes: Double?
    /// The processor time to open one after the first.
    let milliseconds: Double
    /// The memory and the processor time of the first one, libraries and authorities included.
    let firstBytes: Double?
    let firstMilliseconds: Double

    /// Measures connections without and, where there is a server in Python, with encryption.
    ///
    /// - Returns: The figures for `ws` and `wss`.
    /// - Throws: The error of a server that cannot be started, or of a client that cannot connect.
    static func measureAll() async throws -> [ConnectionCost] {
        let server = try ServerProcess()
        defer { server.kill() }
        let plain = try await measure("ws", URL(string: "ws://127.0.0.1:\(server.listen(on: 0))/")!, authorities: nil)
        guard WebSocketPeer.isExpected, Certificate.isExpected else { return [plain] }
        let certificate = try Certificate(for: ["DNS:localhost"])
        let (peer, port) = try WebSocketPeer.echo(certificate: certificate)
        defer { peer.kill() }
        // The certificate behind those that the system trusts, so that all of them are read.
        let system = FileManager.default.contents(atPath: "/etc/ssl/certs/ca-certificates.crt") ?? Data()
        let authorities = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pem")
        try (system + Data(contentsOf: certificate.file)).write(to: authorities)
        defer { try? FileManager.default.removeItem(at: authorities) }
        let secure = try await measure("wss", URL(string: "wss://localhost:\(port)/")!, authorities: authorities)
        return [plain, secure]
    }

    private static func measure(_ name: String, _ url: URL, authorities: URL?) async throws -> ConnectionCost {
        let clients = (0..<301).map { _ in
            SocketClient(
                transport: { WebSocketTransport(certificateAuthorities: authorities) },
                request: { _ in ConnectionRequest(to: url) })
        }
        func cost(of clients: ArraySlice<SocketClient>) async throws -> (bytes: Double?, milliseconds: Double) {
            let (memory, time) = (try residentMemory(), processorTime())
            for client in clients {
                await client.connect()
                try await client.wait(for: .connected)
            }
            let bytes = try memory.flatMap { memory in try residentMemory().map { Double($0 - memory) } }
            return (bytes, processorTime() - time)
        }
        let first = try await cost(of: clients[..<1])
        let others = try await cost(of: clients[1...])
        try await forEach(clients) { client in await client.disconnect() }
        return ConnectionCost(
            name: name, bytes: others.bytes.map { $0 / 300 }, milliseconds: others.milliseconds / 300,
            firstBytes: first.bytes, firstMilliseconds: first.milliseconds)
    }

    /// The milliseconds that this process has spent on a processor.
    private static func processorTime() -> Double {
        Double(clock()) / 1_000  // POSIX has a million of its ticks in a second.
    }
}
