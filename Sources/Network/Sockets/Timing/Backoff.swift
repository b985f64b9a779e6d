import AsyncPrimitives

/// The waits between attempts: random times up to a bound that grows with each attempt.
///
/// After *n* waits the bound is
///
///     min(maximum, initial × factorⁿ)
///
/// and the wait is random, uniform between 0 and the bound. So clients that lost their connections at the same moment
/// do not come back at the same moment. This is "full jitter" in "Exponential Backoff And Jitter", AWS Architecture
/// Blog, 2015.
///
/// An opened connection alone does not reset the waits, because a peer that accepts and drops at once would be
/// hammered. Nor does a useless connection, however long. A ``SocketClient`` counts the time since it was `Connected`:
///
/// | The end of the connection | The time of use ends |
/// |---|---|
/// | the peer or the network ends it; the client is suspended or disconnected | with the connection |
/// | the client drops it, since nothing comes in (``SocketError/peerSilent``) | with the last message or pong |
/// | the client or its session drops it for another reason | before it began: the connection does not count |
public struct Backoff: Hashable, Sendable {
    package let initial: Duration
    package let factor: Double
    private let maximum: Duration
    private let resetTime: Duration

    /// The upper bound of the next wait.
    package private(set) var bound: Duration

    /// Makes a backoff; by default, the bounds are 1 s, 1.6 s, 2.56 s and so on, up to 30 s.
    ///
    /// - Parameters:
    ///   - initial: The bound of the first wait.
    ///   - factor: The factor by which the bound grows after each wait.
    ///   - maximum: The greatest bound.
    ///   - resetTime: The time of use after which a connection resets the waits.
    /// - Precondition: `initial` is greater than zero and not greater than `maximum`, `factor` is finite and not less
    ///   than 1, and `resetTime` is not negative.
    public init(
        initial: Duration = .seconds(1), factor: Double = 1.6, maximum: Duration = .seconds(30),
        resetTime: Duration = .seconds(10)
    ) {
        guard initial > .zero else { fatalError("The first bound of a backoff must be greater than zero.") }
        guard maximum >= initial else { fatalError("The bounds of a backoff must not begin above their maximum.") }
        guard factor >= 1, factor.isFinite else { fatalError("The factor of a backoff must be finite and at least 1.") }
        guard resetTime >= .zero else { fatalError("The reset time of a backoff cannot be negative.") }
        self.initial = initial
        self.factor = factor
        self.maximum = maximum
        self.resetTime = resetTime
        bound = initial
    }

    /// Chooses the next wait, between 0 and `bound`, both included, and raises the bound for the following wait.
    package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        let wait = Self.wait(upTo: bound, using: &generator)
        // Compared before the multiplication: a product beyond the range of `Duration` would trap.
        bound = bound >= maximum.clamped / factor ? maximum : bound * factor
        return wait
    }

    /// Chooses a wait between 0 and `initial`, both included, and does not change the bound.
    ///
    /// Use it after an end of the connection that says nothing about the peer.
    package func first(using generator: inout some RandomNumberGenerator) -> Duration {
        Self.wait(upTo: initial, using: &generator)
    }

    private static func wait(upTo bound: Duration, using generator: inout some RandomNumberGenerator) -> Duration {
        let bound = bound.clamped
        // Rounding must not make the product exceed the bound.
        return min(bound * Double.random(in: 0...1, using: &generator), bound)
    }

    /// Resets the waits if a connection was of use for at least `resetTime`.
    package mutating func connectionEnded(after time: Duration) {
        if time >= resetTime { bound = initial }
    }
}
