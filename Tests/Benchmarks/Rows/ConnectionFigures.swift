import NetworkTestSupport
import Foundation
import LoopbackServer
import Sockets
import TestSupport
import WebSockets

/// The throughput of a client over connections within this machine, to servers that echo each message.
struct ConnectionFigures {
    let name: String
    let unit: String
    /// The median with the server of this package.
    let own: Double
    /// The median with a server in Python, the package `websockets`, where that is installed.
    let peer: Double?

    private static let all: [(name: String, unit: String, measure: @Sendable (SocketClient) async throws -> Double)] = [
        ("a text there and back", "µs", roundTrip),
        ("a mebibyte there and back, one after the other", "MB/s", mebibytes),
    ]

    /// Measures what has `filter` in its name, both servers in turn.
    static func measureAll(filter: String?, samples: Int) async throws -> [ConnectionFigures] {
        let chosen = all.filter { figure in filter.map { figure.name.contains($0) } ?? true }
        guard !chosen.isEmpty else { return [] }
        let server = LoopbackServer()
        defer { server.stop() }
        let own = try await client(of: server.start())
        let python = WebSocketPeer.isExpected ? try WebSocketPeer.echo() : nil
        var peer: SocketClient?
        if let python { peer = try await client(of: python.port) }

        var figures: [ConnectionFigures] = []
        for figure in chosen {
            var samplesOfOwn: [Double] = []
            var samplesOfPeer: [Double] = []
            for _ in 0..<samples {
                samplesOfOwn.append(try await figure.measure(own))
                if let peer { samplesOfPeer.append(try await figure.measure(peer)) }
            }
            func median(_ samples: [Double]) -> Double { samples.sorted()[samples.count / 2] }
            figures.append(
                ConnectionFigures(
                    name: figure.name, unit: figure.unit, own: median(samplesOfOwn),
                    peer: peer == nil ? nil : median(samplesOfPeer)))
        }
        await own.disconnect()
        await peer?.disconnect()
        python?.server.kill()
        return figures
    }

    private static func client(of port: UInt16) async throws -> SocketClient {
        let url = URL(string: "ws://127.0.0.1:\(port)/")!
        let client = SocketClient(transport: { WebSocketTransport() }, request: { _ in ConnectionRequest(to: url) })
        await client.connect()
        _ = try await exchange([.text("warm-up")], with: client)
        return client
    }

    /// Microseconds for one text.
    private static func roundTrip(_ client: SocketClient) async throws -> Double {
        let count = 200
        return try await exchange(Array(repeating: .text("hello"), count: count), with: client)
            / .microseconds(count)
    }

    /// Megabytes per second, in each direction.
    private static func mebibytes(_ client: SocketClient) async throws -> Double {
        let messages = [Socket.Message](repeating: .binary([UInt8](repeating: 7, count: 1 << 20)), count: 8)
        return try await Double(messages.count << 20) / 1e6 / (exchange(messages, with: client) / .seconds(1))
    }

    /// Sends each message when the one before it has come back.
    private static func exchange(_ messages: [Socket.Message], with client: SocketClient) async throws -> Duration {
        var answers = client.messages().makeAsyncIterator()
        return try await ContinuousClock().measure {
            for message in messages {
                try await client.send(message)
                guard await answers.next() == message else { fatalError("A message has not come back.") }
            }
        }
    }
}
