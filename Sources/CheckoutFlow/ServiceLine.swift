import Synchronization

/// A way to or from a service in memory, which fails or is slow when it is told to.
///
/// ```swift
/// import CheckoutFlow
///
/// let line = ServiceLine()
/// line.fail(times: 1, "no answer")
/// do { try await line.pass() } catch { print(error) }  // Prints "no answer"
/// try await line.pass()
/// ```
public final class ServiceLine: Sendable {
    private struct Conduct {
        var failures: [String] = []
        var delay = Duration.zero
    }

    private let clock: any Clock<Duration>
    private let conduct = Mutex(Conduct())

    /// Makes a line that works at once.
    ///
    /// - Parameter clock: What a slow line waits on.
    public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    /// Lets the next calls fail, after any that are to fail already.
    public func fail(times: Int = 1, _ reason: String) {
        conduct.withLock { $0.failures += Array(repeating: reason, count: times) }
    }

    /// Lets each call take this long from now on.
    public func slow(to delay: Duration) { conduct.withLock { $0.delay = delay } }

    /// Goes through, as late as it was told to be; throws if it is to fail, or is cancelled meanwhile.
    public func pass() async throws {
        let (delay, failure) = conduct.withLock { conduct in
            (conduct.delay, conduct.failures.isEmpty ? nil : conduct.failures.removeFirst())
        }
        if delay > .zero { try await clock.sleep(for: delay) }
        try Task.checkCancellation()
        if let failure { throw ServiceError(failure) }
    }
}
