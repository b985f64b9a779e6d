import AsyncPrimitives
import Foundation
import Sockets
import Synchronization

/// The part of `URLSessionWebSocketTask` that a connection needs. Tests replace it.
protocol SystemTask: AnyObject, Sendable {
    func resume()
    /// Ends the connection at once.
    func cancel()
    /// Closes the connection in an orderly way.
    func close(code: CloseCode, reason: [UInt8])
    func send(_ message: Socket.Message, completion: @escaping @Sendable ((any Error)?) -> Void)
    /// Waits for the next message. The message is `nil` if the connection has ended.
    func receive(completion: @escaping @Sendable (Socket.Message?) -> Void)
    func ping(completion: @escaping @Sendable ((any Error)?) -> Void)
}

/// A connection of a single system task. It turns the callbacks of the task and its session into transport events.
final class SystemConnection: Sendable {
    private enum Phase { case opening, open, over }

    private struct State {
        var phase = Phase.opening
        var task: (any SystemTask)?
        var openingTimer: ScopedTask?
        var events = EventQueue()
        var isReceiving = false
        var pingCount = 0
        var inboundActivity = 0
    }

    private let state = Mutex(State())
    private let messageSizeLimit: Int

    init(messageSizeLimit: Int) {
        MessageDecoder.check(messageSizeLimit: messageSizeLimit)
        self.messageSizeLimit = messageSizeLimit
    }

    var inboundActivity: Int { state.withLock { $0.inboundActivity } }

    // MARK: Requests

    /// Opens the connection with a new task. If the request is not valid, the connection ends with the problem.
    func open(
        _ request: ConnectionRequest, timeout: Duration, makeTask: (_ messageSizeLimit: Int) -> any SystemTask
    ) {
        do throws(TransportError) { try request.validate() } catch { return end(.abnormal(error)) }
        let task = state.withLock { state -> (any SystemTask)? in
            guard state.task == nil else { fatalError("A transport is opened once.") }
            guard state.phase == .opening else { return nil }  // The transport was aborted before.
            let task = makeTask(messageSizeLimit)
            state.task = task
            state.openingTimer = .timer(after: timeout, on: .global()) { [weak self] in self?.openingTimedOut() }
            return task
        }
        task?.resume()
    }

    private func openingTimedOut() {
        if state.withLock({ $0.phase == .opening }) { end(.abnormal(.timedOut)) }
    }

    func nextEvent() async -> TransportEvent {
        await withCheckedContinuation { continuation in
            state.withLock { $0.events.take(continuation) }?.resume()
            receive()
        }
    }

    func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void) {
        guard let task = state.withLock({ $0.phase == .open ? $0.task : nil }) else {
            return completion(.connectionLost("the connection is not open"))
        }
        task.send(message) { error in completion(error.map { .connectionLost($0.localizedDescription) }) }
    }

    func ping() {
        let (task, number) = state.withLock { state in
            state.pingCount += 1
            return (state.phase == .open ? state.task : nil, state.pingCount)
        }
        task?.ping { [weak self] error in
            guard error == nil else { return }
            let delivery = self?.state.withLock { state -> EventQueue.Delivery? in
                state.inboundActivity += 2  // A pong has at least a header of 2 bytes.
                return state.phase == .open && state.pingCount == number ? state.events.put(.pong) : nil
            }
            delivery?.resume()
        }
    }

    /// Closes the connection. The system always sends a code, so `noStatus` becomes `normal`.
    func close(code: CloseCode, reason: String) {
        code.checkMayBeSent()
        let (phase, task) = state.withLock { ($0.phase, $0.task) }
        guard phase == .open, let task else { return abort() }
        task.close(code: code == .noStatus ? .normal : code, reason: CloseCode.fitting(reason: reason))
    }

    func abort() { end(.abnormal(.aborted)) }

    private func end(_ event: TransportEvent) {
        let (delivery, task) = state.withLock { state -> (EventQueue.Delivery?, (any SystemTask)?) in
            guard state.phase != .over else { return (nil, nil) }
            state.phase = .over
            return (state.events.put(event), state.task)
        }
        delivery?.resume()
        task?.cancel()
    }

    // MARK: Input

    private func receive() {
        let task = state.withLock { state -> (any SystemTask)? in
            guard state.phase == .open, state.events.isAwaited, !state.isReceiving else { return nil }
            state.isReceiving = true
            return state.task
        }
        // Without a message the connection has ended, which the session reports with the reason.
        task?.receive { [weak self] message in if let message { self?.received(message) } }
    }

    private func received(_ message: Socket.Message) {
        let delivery = state.withLock { state -> EventQueue.Delivery? in
            state.isReceiving = false
            guard state.phase == .open else { return nil }
            switch message {
            case .text(let text):
                state.inboundActivity += text.utf8.count
                return state.events.put(.text(text))
            case .binary(let bytes):
                state.inboundActivity += bytes.count
                return state.events.put(.binary(bytes))
            }
        }
        delivery?.resume()
        receive()
    }

    // MARK: Calls of the session

    func opened(subprotocol: String?) {
        let delivery = state.withLock { state -> EventQueue.Delivery? in
            guard state.phase == .opening else { return nil }
            state.phase = .open
            return state.events.put(.opened(subprotocol: subprotocol))
        }
        delivery?.resume()
        receive()
    }

    /// Called when the peer has closed the connection.
    func closed(code: CloseCode, reason: String) { end(.ended(code: code, reason: reason)) }

    /// Called when the peer has refused the handshake.
    func refused(status: Int, headers: [HeaderField]) {
        end(.refused(status: status, headers: headers.sorted { $0.name < $1.name }))
    }

    /// Called when the task is over, after any other callback.
    func completed(_ error: (any Error)?) {
        let wasOpen = state.withLock { $0.phase == .open }
        end(.abnormal(transportError(error, wasOpen: wasOpen)))
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
