import AsyncPrimitives
import Sockets
import Synchronization

/// The source of the transports of a client under test.
public final class ScriptedNetwork: Sendable {
    private let transports = Mutex<[ScriptedTransport]>([])
    private let currentCounts = CurrentValue(0)

    public init() {}

    /// The number of attempts that have asked for a transport.
    public var count: Int { currentCounts.value }

    /// Makes one more transport.
    public func makeTransport() -> ScriptedTransport {
        let transport = ScriptedTransport()
        transports.withLock { transports in
            transports.append(transport)
            currentCounts.update(to: transports.count)
        }
        return transport
    }

    /// Waits until the transport with this number, 1 for the first, is being opened.
    public func transport(_ number: Int) async -> ScriptedTransport {
        await currentCounts.wait { $0 >= number }
        // A test that has run out of time no longer waits, and gets an unused one.
        let transport = transports.withLock { $0.count < number ? ScriptedTransport() : $0[number - 1] }
        await transport.waitForCalls(1)
        return transport
    }

    /// Releases the transports made so far.
    public func forget() { transports.withLock { $0 = [] } }
}
