// Elsewhere, URLSession declares a WebSocket, but does not implement it.
#if canImport(Darwin)
import Foundation
import Sockets

/// A WebSocket connection of the system. Redirections are not followed: they are refusals, as elsewhere.
final class URLSessionTransport: Transport {
    private let connection: SystemConnection
    private let session: URLSession

    init(messageSizeLimit: Int, configuration: URLSessionConfiguration = .ephemeral) {
        connection = SystemConnection(messageSizeLimit: messageSizeLimit)
        session = URLSession(
            configuration: configuration, delegate: SessionDelegate(for: connection), delegateQueue: nil)
    }

    // Otherwise the session would retain its delegate forever.
    deinit { session.invalidateAndCancel() }

    func open(_ request: ConnectionRequest, timeout: Duration) {
        connection.open(request, timeout: timeout) { messageSizeLimit in
            var urlRequest = URLRequest(url: request.url)
            for header in request.headers { urlRequest.addValue(header.value, forHTTPHeaderField: header.name) }
            if !request.subprotocols.isEmpty {
                urlRequest.setValue(
                    request.subprotocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
            }
            let task = session.webSocketTask(with: urlRequest)
            task.maximumMessageSize = messageSizeLimit
            return task
        }
    }

    func nextEvent() async -> TransportEvent { await connection.nextEvent() }

    func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void) {
        connection.send(message, completion: completion)
    }

    func ping() { connection.ping() }

    /// Closes the connection in an orderly way. The system always sends a code, so `noStatus` becomes `normal`.
    func close(code: CloseCode, reason: String) { connection.close(code: code, reason: reason) }

    func abort() {
        // The connection first: after that it makes no task. Making a task in an invalidated session would trap.
        connection.abort()
        session.invalidateAndCancel()
    }

    var inboundActivity: Int { connection.inboundActivity }
}

extension URLSessionWebSocketTask: SystemTask {
    func close(code: Sockets.CloseCode, reason: [UInt8]) {
        cancel(with: CloseCode(rawValue: Int(code.rawValue)) ?? .normalClosure, reason: Data(reason))
    }

    func send(_ message: Socket.Message, completion: @escaping @Sendable ((any Error)?) -> Void) {
        switch message {
        case .text(let text): send(.string(text), completionHandler: completion)
        case .binary(let bytes): send(.data(Data(bytes)), completionHandler: completion)
        }
    }

    func receive(completion: @escaping @Sendable (Socket.Message?) -> Void) {
        receive { result in
            switch result {
            case .success(.string(let text)): completion(.text(text))
            case .success(.data(let data)): completion(.binary([UInt8](data)))
            case .success, .failure: completion(nil)
            }
        }
    }

    func ping(completion: @escaping @Sendable ((any Error)?) -> Void) { sendPing(pongReceiveHandler: completion) }
}

/// Forwards the callbacks of a URL session to a connection.
private final class SessionDelegate: NSObject, URLSessionWebSocketDelegate, Sendable {
    private let connection: SystemConnection

    init(for connection: SystemConnection) { self.connection = connection }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol subprotocol: String?
    ) {
        connection.opened(subprotocol: subprotocol)
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        connection.closed(
            code: CloseCode(rawValue: UInt16(clamping: closeCode.rawValue)),
            reason: String(decoding: reason ?? Data(), as: UTF8.self))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
        refused(response)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let response = task.response as? HTTPURLResponse, response.statusCode != 101 {
            refused(response)
        } else {
            connection.completed(error)
        }
    }

    private func refused(_ response: HTTPURLResponse) {
        let headers = response.allHeaderFields.map { HeaderField("\($0.key)", "\($0.value)") }
        connection.refused(status: response.statusCode, headers: headers)
    }
}
#endif
