// Elsewhere, URLSession has the names of WebSocket, but no WebSocket: there a test checks the types of this file.
#if canImport(Darwin) || TYPECHECK_URLSESSION
import AsyncPrimitives
import Foundation
import Sockets
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A WebSocket connection of the system, which knows its proxies, the user's certificates, and the radio.
///
/// Redirections are not followed, as everywhere: they are refusals. Proxies are those of the system's settings, unless the
/// configuration says something else.
///
/// It differs from ``WebSocketTransport`` in these points:
/// 1. The system reads ahead of what is asked for.
/// 2. `inboundActivity` counts messages and pongs only, since the system tells neither of parts that came in nor of room.
/// 3. The system tells nothing of the body of a refusal.
/// 4. The system passes on whole messages only, also for a request with `isByteStream`. So a message that is too
///    large, or a text that is not UTF-8, ends the connection of any subprotocol.
public final class URLSessionTransport: Transport {
    private let connection: Connection
    private let session: URLSession

    /// Creates a transport that is still to be opened.
    ///
    /// - Parameters:
    ///   - messageSizeLimit: The greatest number of bytes of a message of the peer, 16 MiB by default; a larger one
    ///     ends the connection with `TransportError.messageTooLarge`.
    ///   - configuration: How the system connects.
    /// - Precondition: `messageSizeLimit` is not negative.
    public init(
        messageSizeLimit: Int = 16 << 20,
        configuration: URLSessionConfiguration = .ephemeral
    ) {
        MessageDecoder.check(messageSizeLimit: messageSizeLimit)
        connection = Connection(messageSizeLimit: messageSizeLimit)
        session = URLSession(configuration: configuration, delegate: connection, delegateQueue: nil)
    }

    // The session would keep its delegate forever.
    deinit { session.invalidateAndCancel() }

    public func open(_ request: ConnectionRequest, timeout: Duration) {
        do throws(TransportError) {
            try request.validate()
            var urlRequest = URLRequest(url: request.url)
            for header in request.headers { urlRequest.addValue(header.value, forHTTPHeaderField: header.name) }
            if !request.subprotocols.isEmpty {
                urlRequest.setValue(
                    request.subprotocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
            }
            connection.open(timeout: timeout) { session.webSocketTask(with: urlRequest) }
        } catch {
            connection.end(.ended(.abnormal(error)))
        }
    }

    public func nextEvent() async -> TransportEvent {
        await withCheckedContinuation { connection.nextEvent($0) }
    }

    public func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void) {
        connection.send(message, completion: completion)
    }

    public func ping() { connection.ping() }

    /// Closes the connection in an orderly way; the system always names a code, `normal` in the place of `noStatus`.
    public func close(code: CloseCode, reason: String) {
        code.checkMayBeSent()
        connection.close(code: code == .noStatus ? .normal : code, reason: reason)
    }

    public func abort() {
        // In this order: a connection that is over makes no task of a session that is invalid.
        connection.end(.ended(.abnormal(.aborted)))
        session.invalidateAndCancel()
    }

    public var inboundActivity: Int { connection.inboundActivity }
}

/// The delegate of a session, and its one task.
private final class Connection: NSObject, URLSessionWebSocketDelegate, Sendable {
    private enum Phase { case opening, open, over }

    private struct State {
        var phase = Phase.opening
        var task: URLSessionWebSocketTask?
        var openingTimer: ScopedTask?
        var events = EventQueue()
        var isReceiving = false
        var pingCount = 0
        var inboundActivity = 0
    }

    private let state = Mutex(State())
    private let messageSizeLimit: Int

    init(messageSizeLimit: Int) { self.messageSizeLimit = messageSizeLimit }

    var inboundActivity: Int { state.withLock { $0.inboundActivity } }

    // MARK: Requests

    func open(timeout: Duration, _ makeTask: () -> URLSessionWebSocketTask) {
        let task = state.withLock { state -> URLSessionWebSocketTask? in
            guard state.task == nil else { fatalError("A transport is opened once.") }
            guard state.phase == .opening else { return nil }  // Aborted before it began.
            let task = makeTask()
            task.maximumMessageSize = messageSizeLimit
            state.task = task
            state.openingTimer = .timer(after: timeout, on: .global()) { [weak self] in self?.openingTimedOut() }
            return task
        }
        task?.resume()
    }

    private func openingTimedOut() {
        if state.withLock({ $0.phase == .opening }) { end(.ended(.abnormal(.timedOut))) }
    }

    func nextEvent(_ continuation: CheckedContinuation<TransportEvent, Never>) {
        state.withLock { $0.events.take(continuation) }?.resume()
        receive()
    }

    func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void) {
        guard let task = state.withLock({ $0.phase == .open ? $0.task : nil }) else {
            return completion(.connectionLost("the connection is not open"))
        }
        let message: URLSessionWebSocketTask.Message =
            switch message {
            case .text(let text): .string(text)
            case .binary(let bytes): .data(Data(bytes))
            }
        task.send(message) { error in completion(error.map { .connectionLost($0.localizedDescription) }) }
    }

    func ping() {
        let (task, number) = state.withLock { state in
            state.pingCount += 1
            return (state.phase == .open ? state.task : nil, state.pingCount)
        }
        task?.sendPing { [weak self] error in
            guard error == nil else { return }
            let delivery = self?.state.withLock { state -> EventQueue.Delivery? in
                state.inboundActivity += 2  // What the header of a frame has at least.
                return state.phase == .open && state.pingCount == number ? state.events.put(.pong) : nil
            }
            delivery?.resume()
        }
    }

    func close(code: CloseCode, reason: String) {
        let (phase, task) = state.withLock { ($0.phase, $0.task) }
        guard phase == .open, let task else { return end(.ended(.abnormal(.aborted))) }
        let code = URLSessionWebSocketTask.CloseCode(rawValue: Int(code.rawValue)) ?? .normalClosure
        task.cancel(with: code, reason: Data(CloseCode.fitting(reason: reason)))
    }

    func end(_ event: TransportEvent) {
        let (delivery, task) = state.withLock { state -> (EventQueue.Delivery?, URLSessionWebSocketTask?) in
            guard state.phase != .over else { return (nil, nil) }
            state.phase = .over
            return (state.events.put(event), state.task)
        }
        delivery?.resume()
        task?.cancel()
    }

    // MARK: Input

    private func receive() {
        let task = state.withLock { state -> URLSessionWebSocketTask? in
            guard state.phase == .open, state.events.isAwaited, !state.isReceiving else { return nil }
            state.isReceiving = true
            return state.task
        }
        task?.receive { [weak self] result in
            // The delegate is told why there is no message.
            guard case .success(let message) = result else { return }
            self?.received(message)
        }
    }

    private func received(_ message: URLSessionWebSocketTask.Message) {
        let delivery = state.withLock { state -> EventQueue.Delivery? in
            state.isReceiving = false
            guard state.phase == .open else { return nil }
            switch message {
            case .string(let text):
                state.inboundActivity += text.utf8.count
                return state.events.put(.text(text))
            case .data(let data):
                state.inboundActivity += data.count
                return state.events.put(.binary([UInt8](data)))
            @unknown default: return nil
            }
        }
        delivery?.resume()
        receive()
    }

    // MARK: Calls of the session

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol subprotocol: String?
    ) {
        let delivery = state.withLock { state -> EventQueue.Delivery? in
            guard state.phase == .opening else { return nil }
            state.phase = .open
            return state.events.put(.opened(subprotocol: subprotocol))
        }
        delivery?.resume()
        receive()
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        let code = CloseCode(rawValue: UInt16(clamping: closeCode.rawValue))
        let reason = String(decoding: reason ?? Data(), as: UTF8.self)
        end(.ended(TransportEvent.Ending(code: code, reason: reason)))
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
            let wasOpen = state.withLock { $0.phase == .open }
            end(.ended(.abnormal(transportError(error, wasOpen: wasOpen))))
        }
    }

    private func refused(_ response: HTTPURLResponse) {
        let headers = response.allHeaderFields.map { HeaderField("\($0.key)", "\($0.value)") }
        end(.refused(status: response.statusCode, headers: headers.sorted { $0.name < $1.name }))
    }

    private func transportError(_ error: (any Error)?, wasOpen: Bool) -> TransportError {
        let problem = error?.localizedDescription ?? "the server closed the connection without a close frame"
        if let error = error as? POSIXError, error.code == .EMSGSIZE {
            return .messageTooLarge(limit: messageSizeLimit)
        }
        return switch (error as? URLError)?.code {
        case .timedOut where !wasOpen: .timedOut
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected:
            .untrusted(problem)
        case .badServerResponse where !wasOpen: .violation(problem)
        default: wasOpen ? .connectionLost(problem) : .unreachable(problem)
        }
    }
}
#endif
