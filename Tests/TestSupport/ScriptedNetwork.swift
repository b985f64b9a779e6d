import Sockets
import Synchronization

/// Where a client under test gets its transports from.
public final class ScriptedNetwork: Sendable {
    private struct State {
        var transports: [ScriptedTransport] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// How many attempts have asked for a transport.
    public var count: Int { state.withLock { $0.transports.count } }

    /// Makes one more transport.
    public func makeTransport() -> ScriptedTransport {
        let transport = ScriptedTransport()
        let watchers = state.withLock { state in
            state.transports.append(transport)
            let count = state.transports.count
            let due = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return due
        }
        for watcher in watchers { watcher.continuation.resume() }
        return transport
    }

    /// Waits for the transport with this number, 1 for the first.
    public func transport(_ number: Int) async -> ScriptedTransport {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.transports.count >= number { return true }
                state.watchers.append((number, continuation))
                return false
            }
            if isDue { continuation.resume() }
        }
        return state.withLock { $0.transports[number - 1] }
    }

    /// Lets go of the transports made so far.
    public func forget() { state.withLock { $0.transports = [] } }
}
