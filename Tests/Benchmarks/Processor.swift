/// The kind of the processor: whether it predicts calls whose targets alternate, as those of a transition's hooks do.
///
/// On one that does not, each call of a hook takes several nanoseconds more, here and by hand alike: there is less to be won.
struct Processor {
    /// Nanoseconds for a call whose target is always the same, and for one whose target alternates.
    let steady, alternating: Double

    /// True if an alternating call takes less than three times what a steady one takes; it is one and a half times or six.
    var predictsAlternation: Bool { alternating < 3 * steady }

    /// Measures both kinds of calls.
    static func measure(samples: Int) -> Processor {
        let (left, right) = (Left(), Right())
        func row(_ name: String, _ first: Target, _ second: Target) -> Row {
            Row(name: name, operations: 1_000_000) { times in
                var (next, other) = (first, second)
                var sum = 0
                for _ in 0..<times {
                    sum &+= next.number()
                    swap(&next, &other)
                }
                return sum
            }
        }
        let rows = [row("steady", left, Left()), row("alternating", left, right)]
        let measured = benchmarks.measure(rows, samples: samples)
        return Processor(steady: measured[0].core.median, alternating: measured[1].core.median)
    }

    private class Target {
        @inline(never) func number() -> Int { 0 }
    }

    private final class Left: Target {
        @inline(never) override func number() -> Int { 1 }
    }

    private final class Right: Target {
        @inline(never) override func number() -> Int { 2 }
    }
}
