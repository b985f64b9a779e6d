import Sockets
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
