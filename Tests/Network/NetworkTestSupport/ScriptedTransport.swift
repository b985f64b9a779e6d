import AsyncPrimitives
import Sockets
import Synchronization
import Testing

extension TransportEvent {
    /// The end of a connection that the peer has closed.
    public static func closed(_ code: CloseCode, reason: String = "") -> TransportEvent {
        .ended(code: code, reason: reason)
    }
}

/// A transport without a network: a test says what happens, and sees what was asked for.
public final class ScriptedTransport: Transport {
    public enum Call: Hashable, Sendable {
        case open(ConnectionRequest, timeout: Duration)
        case send(Socket.Message)
        case ping
        case close(CloseCode)
        case abort
    }

    private typealias Completion = @Sendable (TransportError?) -> Void

    private struct State {
        var calls: [Call] = []
        var events: [TransportEvent] = []
        var reader: CheckedContinuation<TransportEvent, Never>?
        var hasEnded = false
        var inboundActivity = 0
        var holdsSends = false
        var heldSends: [Completion] = []
        var whenSending: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let currentCallCount = CurrentValue(0)
    /// True while a reader waits; every change is kept, so that a test that waits for a reader misses none.
    private let hasReader = CurrentValue(false, limit: .max)
    private let currentUnread = CurrentValue(0)

    public init() {}

    // MARK: What a test does

    public var calls: [Call] { state.withLock { $0.calls } }

    public var sent: [Socket.Message] {
        calls.compactMap { if case .send(let message) = $0 { message } else { nil } }
    }

    public var request: ConnectionRequest? {
        calls.lazy.compactMap { if case .open(let request, _) = $0 { request } else { nil } }.first
    }

    /// Waits until the client has made a call, by default once. When the test's time limit cancels the wait, it reports what it waited for.
    public func wait(for call: Call, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async {
        await currentCallCount.wait { _ in calls.count { $0 == call } >= times }
        if Task.isCancelled {
            Issue.record("Waited for \(call), but there was \(calls).", sourceLocation: sourceLocation)
        }
    }

    /// Waits until the client has made the call with this number, 1 for the first.
    public func waitForCall(_ number: Int) async { await currentCallCount.wait { $0 >= number } }

    /// Waits until everything that happened was read, and more is asked for.
    public func waitForReader(sourceLocation: SourceLocation = #_sourceLocation) async {
        await hasReader.wait { $0 }
        if Task.isCancelled { Issue.record("Waited for a reader of all events.", sourceLocation: sourceLocation) }
    }

    public var unread: Int { currentUnread.value }

    /// Emits an event; after the last one, it does nothing.
    public func emit(_ event: TransportEvent) {
        let reader = state.withLock { state -> CheckedContinuation<TransportEvent, Never>? in
            guard !state.hasEnded else { return nil }
            switch event {
            case .ended, .refused: state.hasEnded = true
            default: state.inboundActivity += 1
            }
            if state.reader == nil { state.events.append(event) }
            currentUnread.update(to: state.events.count)
            hasReader.update(to: false)
            return state.reader.take()
        }
        reader?.resume(returning: event)
    }

    /// Lets bytes come in that are no event yet, such as a part of a message.
    public func receiveBytes(_ count: Int) { state.withLock { $0.inboundActivity += count } }

    /// Lets what is sent from now on wait for ``finishSends(_:)``.
    public func holdSends() { state.withLock { $0.holdsSends = true } }

    /// Lets something happen whenever something is sent, before the sender continues.
    public func whenSending(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenSending = body } }

    /// Tells the senders that their messages have been sent, or what went wrong.
    public func finishSends(_ error: TransportError? = nil) {
        let held = state.withLock { state in
            defer { state.heldSends = [] }
            return state.heldSends
        }
        for completion in held { completion(error) }
    }

    // MARK: What a client does

    public func open(_ request: ConnectionRequest, timeout: Duration) { note(.open(request, timeout: timeout)) }

    public func nextEvent() async -> TransportEvent {
        await withCheckedContinuation { reader in
            let event = state.withLock { state -> TransportEvent? in
                if !state.events.isEmpty {
                    currentUnread.update(to: state.events.count - 1)
                    return state.events.removeFirst()
                }
                precondition(state.reader == nil, "Two tasks read from one transport.")
                state.reader = reader
                hasReader.update(to: true)
                return nil
            }
            if let event { reader.resume(returning: event) }
        }
    }

    public func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void) {
        // All at once: a test that sees the call may answer it, and end the connection, before this returns.
        let (hasEnded, isHeld, whenSending) = state.withLock { state in
            note(.send(message), in: &state)
            let isHeld = state.holdsSends && !state.hasEnded
            if isHeld { state.heldSends.append(completion) }
            return (state.hasEnded, isHeld, state.whenSending)
        }
        whenSending?()
        if !isHeld { completion(hasEnded ? .connectionLost("over") : nil) }
    }

    public func ping() { note(.ping) }

    public func close(code: CloseCode, reason: String) { note(.close(code)) }

    public func abort() {
        note(.abort)
        finishSends(.aborted)
        emit(.abnormal(.aborted))
    }

    public var inboundActivity: Int { state.withLock { $0.inboundActivity } }

    private func note(_ call: Call) { state.withLock { note(call, in: &$0) } }

    private func note(_ call: Call, in state: inout State) {
        state.calls.append(call)
        currentCallCount.update(to: state.calls.count)
    }
}

/// The source of the transports of a client under test.
public final class ScriptedNetwork: Sendable {
    private let transports = Mutex<[ScriptedTransport]>([])
    private let currentCounts = CurrentValue(0)

    public init() {}

    /// The number of attempts that have asked for a transport.
    public var count: Int { currentCounts.value }

    public func makeTransport() -> ScriptedTransport {
        let transport = ScriptedTransport()
        transports.withLock { transports in
            transports.append(transport)
            currentCounts.update(to: transports.count)
        }
        return transport
    }

    /// Waits until the transport with this number, 1 for the first, is being opened.
    public func transport(
        _ number: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> ScriptedTransport {
        await currentCounts.wait { $0 >= number }
        // A test that has run out of time no longer waits, and gets an unused one.
        let transport = transports.withLock { $0.count < number ? ScriptedTransport() : $0[number - 1] }
        await transport.waitForCall(1)
        if Task.isCancelled {
            Issue.record("Waited for connection \(number), but there were \(count).", sourceLocation: sourceLocation)
        }
        return transport
    }

    /// Releases the transports made so far.
    public func forget() { transports.withLock { $0 = [] } }
}
