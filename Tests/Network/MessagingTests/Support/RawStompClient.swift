import STOMP
import Foundation
import Messaging
import Sockets
import WebSockets

/// A client that sends a broker whatever a test wants.
final class RawStompClient {
    private let transport = WebSocketTransport()
    private var decoder = FrameDecoder()
    private var hasEnded = false

    init(port: UInt16) async {
        let url = URL(string: "ws://127.0.0.1:\(port)/ws")!
        transport.open(ConnectionRequest(to: url, subprotocols: ["v12.stomp"]), timeout: .seconds(600))
        _ = await transport.nextEvent()
    }

    /// A client that has been let in.
    static func connected(to port: UInt16, user: String = "ada") async throws -> RawStompClient {
        let client = await RawStompClient(port: port)
        try client.send(.connect(host: "/", login: user, passcode: "1"))
        _ = try await client.receive()
        return client
    }

    func send(_ bytes: [UInt8]) { transport.send(.binary(bytes)) { _ in } }

    func send(_ frame: Frame) throws { send(try frame.encoded()) }

    /// Sends `DISCONNECT`, and returns when the connection has ended.
    func disconnect() async throws {
        try send(.disconnect(receipt: "bye"))
        while try await receive() != nil {}
    }

    /// The next frame; `nil` if the connection has ended.
    func receive() async throws -> Frame? {
        while !hasEnded {
            while let element = try decoder.next() {
                if case .frame(let frame) = element { return frame }
            }
            switch await transport.nextEvent() {
            case .text(let text): decoder.append(Array(text.utf8))
            case .binary(let bytes): decoder.append(bytes)
            case .ended, .refused: hasEnded = true
            case .opened, .pong: break
            }
        }
        return nil
    }
}
