import AsyncPrimitives
import Foundation
import Sockets
import Synchronization

@testable import WebSockets

/// A transport over tasks as the system has them on Apple's platforms, and which connect as a `WebSocketTransport` does.
///
/// It runs what `URLSessionTransport` does with such tasks, wherever there is no URLSession that knows WebSocket.
final class StandInTransport: Transport {
    private let connection: SystemConnection

    init(messageSizeLimit: Int = 16 << 20) { connection = SystemConnection(messageSizeLimit: messageSizeLimit) }

    deinit { connection.abort() }

    func open(_ request: ConnectionRequest, timeout: Duration) {
        connection.open(request, timeout: timeout) { messageSizeLimit in
            StandInTask(request, of: connection, messageSizeLimit: messageSizeLimit)
        }
    }

    func nextEvent() async -> TransportEvent { await connection.nextEvent() }

    func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void) {
        connection.send(message, completion: completion)
    }

    func ping() { connection.ping() }
    func close(code: CloseCode, reason: String) { connection.close(code: code, reason: reason) }
    func abort() { connection.abort() }
    var inboundActivity: Int { connection.inboundActivity }
}

/// A task that calls its connection as a session calls its delegate: once for the opening, once for a close frame, and
/// once at the end.
private final class StandInTask: SystemTask {
    private let messages = BoundedQueue<Socket.Message>(limit: 1)
    private let latestPing = Mutex<(@Sendable ((any Error)?) -> Void)?>(nil)
    private let transport: WebSocketTransport
    private let request: ConnectionRequest
    // Which has the task.
    private weak let connection: SystemConnection?

    init(_ request: ConnectionRequest, of connection: SystemConnection, messageSizeLimit: Int) {
        transport = WebSocketTransport(messageSizeLimit: messageSizeLimit)
        (self.request, self.connection) = (request, connection)
    }

    func resume() {
        transport.open(request, timeout: .seconds(600))
        Task { await run() }
    }

    private func run() async {
        while true {
            switch await transport.nextEvent() {
            case .opened(let subprotocol): connection?.opened(subprotocol: subprotocol)
            // Read on when there is a receiver.
            case .text(let text): try? await messages.append(.text(text))?.value
            case .binary(let bytes): try? await messages.append(.binary(bytes))?.value
            case .pong: latestPing.withLock { $0.take() }?(nil)
            case .refused(let status, let headers, _):
                connection?.refused(status: status, headers: headers)
                return
            case .ended(let code, let reason, let error):
                if error == nil { connection?.closed(code: code, reason: reason) }
                connection?.completed(error.map(Self.systemError))
                return
            }
        }
    }

    func receive(completion: @escaping @Sendable (Socket.Message?) -> Void) {
        Task { [messages] in completion(await messages.next()) }
    }

    func cancel() {
        transport.abort()
        messages.close()
    }

    func close(code: CloseCode, reason: [UInt8]) {
        transport.close(code: code, reason: String(decoding: reason, as: UTF8.self))
    }

    func send(_ message: Socket.Message, completion: @escaping @Sendable ((any Error)?) -> Void) {
        transport.send(message) { completion($0.map(Self.systemError)) }
    }

    func ping(completion: @escaping @Sendable ((any Error)?) -> Void) {
        latestPing.withLock { $0 = completion }
        transport.ping()
    }

    private static func systemError(_ error: TransportError) -> any Error {
        switch error {
        case .timedOut: URLError(.timedOut)
        case .untrusted: URLError(.secureConnectionFailed)
        case .violation: URLError(.badServerResponse)
        case .messageTooLarge: POSIXError(.EMSGSIZE)
        case .connectionLost: URLError(.networkConnectionLost)
        case .aborted: URLError(.cancelled)
        case .invalidRequest, .unreachable: URLError(.cannotConnectToHost)
        }
    }
}
