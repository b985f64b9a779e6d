import Sockets
import TestSupport
import Testing

@Suite struct BackoffTests {
    @Test func `The bounds grow from 1 s by a factor of 1.6 up to 30 s`() {
        var backoff = Backoff()
        var generator = FixedGenerator(number: .max)
        let bounds = [1, 1.6, 2.56, 4.096, 6.5536, 10.48576, 16.777216, 26.8435456, 30, 30]
        for bound in bounds {
            let wait = backoff.next(using: &generator)
            #expect(abs(wait / .seconds(1) - bound) < 1e-9)
        }
        for _ in 1...10_000 { _ = backoff.next(using: &generator) }
        #expect(backoff.bound == .seconds(30))
    }

    @Test(arguments: 0...4)
    func `The jitter is full: each wait is an even part of its bound`(quarters: Int) {
        var backoff = Backoff()
        var generator = FixedGenerator(number: .max / 4 * UInt64(quarters))
        for _ in 1...12 {
            let bound = backoff.bound
            #expect(abs(backoff.next(using: &generator) / bound - Double(quarters) / 4) < 1e-9)
        }
    }

    @Test(arguments: [
        (Duration.zero, false), (.seconds(10) - .nanoseconds(1), false), (.seconds(10), true), (.seconds(3600), true),
    ])
    func `The backoff is not reset the moment a connection opens, but after 10 s of use`(time: Duration, resets: Bool) {
        var backoff = Backoff()
        var generator = FixedGenerator(number: 0)
        for _ in 1...3 { _ = backoff.next(using: &generator) }
        let bound = backoff.bound
        backoff.connectionEnded(after: time)
        #expect(backoff.bound == (resets ? .seconds(1) : bound))
    }

    @Test func `The first wait can be chosen again without an effect on later ones`() {
        var backoff = Backoff()
        var generator = FixedGenerator(number: .max)
        for _ in 1...3 { _ = backoff.next(using: &generator) }
        let bound = backoff.bound
        #expect(backoff.first(using: &generator) == .seconds(1))
        #expect(backoff.bound == bound)
    }

    @Test func `Every parameter can be chosen`() {
        var backoff = Backoff(initial: .milliseconds(5), factor: 2, maximum: .milliseconds(15), resetTime: .zero)
        var generator = FixedGenerator(number: .max)
        let waits = (1...4).map { _ in backoff.next(using: &generator) }
        #expect(waits == [.milliseconds(5), .milliseconds(10), .milliseconds(15), .milliseconds(15)])
        backoff.connectionEnded(after: .zero)
        #expect(backoff.bound == .milliseconds(5))
    }

    @Test func `A factor of 1 keeps the bound, and the greatest one overflows nothing`() {
        var generator = FixedGenerator(number: .max)
        var steady = Backoff(factor: 1)
        for _ in 1...5 { #expect(steady.next(using: &generator) == .seconds(1)) }
        var steep = Backoff(factor: .greatestFiniteMagnitude)
        _ = steep.next(using: &generator)
        #expect(steep.bound == .seconds(30))
    }

    @Test(arguments: [
        Misuse(initial: 0, message: "The first bound of a backoff must be greater than zero."),
        Misuse(initial: 31, message: "The bounds of a backoff must not begin above their maximum."),
        Misuse(factor: 0.99, message: "The factor of a backoff must be finite and at least 1."),
        Misuse(factor: -1.6, message: "The factor of a backoff must be finite and at least 1."),
        Misuse(factor: nil, message: "The factor of a backoff must be finite and at least 1."),
        Misuse(resetTime: -1, message: "The reset time of a backoff cannot be negative."),
    ])
    func `A backoff that makes no sense traps with a clear message`(misuse: Misuse) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [misuse] in
            _ = Backoff(
                initial: .seconds(misuse.initial), factor: misuse.factor ?? .infinity,
                resetTime: .seconds(misuse.resetTime))
        }
        #expect(result.map(\.errors)?.contains(misuse.message) == true)
    }
}

/// Parameters that are refused; times are in seconds.
struct Misuse: Codable, Sendable {
    var initial = 1.0
    /// `nil` for infinity, which not every encoding has a word for.
    var factor: Double? = 1.6
    var resetTime = 10.0
    let message: String
}

/// A generator of numbers that are as good as one and the same.
private struct FixedGenerator: RandomNumberGenerator {
    var number: UInt64

    // The standard library asks again when a number does not suit it, forever if it got the same one.
    mutating func next() -> UInt64 {
        defer { number = number == .max ? number - 1000 : number + 1 }
        return number
    }
}
