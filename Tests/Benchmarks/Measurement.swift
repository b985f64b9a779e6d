import AllocationCounter

/// The cost of an operation.
struct Measurement {
    /// Nanoseconds: the median of all samples, and their middle half.
    let low, median, high: Double
    /// The number of allocations once it is warmed up; `nil` where they cannot be counted.
    let allocations: Double?
}

/// A row, and what was measured.
struct Line {
    let row: Row
    let core: Measurement
    let byHand, asEnum: Measurement?
}

/// Measures the subjects of all rows in turn, sample by sample, so that whatever else the machine does meets them alike.
func measure(_ rows: [Row], samples: Int) -> [Line] {
    let runs = rows.map { row in
        (
            Run(row.core, row.operations), row.byHand.map { Run($0, row.operations) },
            row.asEnum.map { Run($0, row.operations) }
        )
    }
    for _ in 0..<samples {
        for (core, byHand, asEnum) in runs {
            core.sample()
            byHand?.sample()
            asEnum?.sample()
        }
    }
    return zip(rows, runs).map { row, run in
        Line(row: row, core: run.0.measurement, byHand: run.1?.measurement, asEnum: run.2?.measurement)
    }
}

/// The samples of one subject.
private final class Run {
    private let subject: Subject
    private let operations: Int
    private var nanoseconds: [Double] = []
    private let allocations: Double?

    /// Warms up, and counts what a warm subject allocates.
    init(_ subject: @escaping Subject, _ operations: Int) {
        self.subject = subject
        self.operations = operations
        keep(subject(operations))
        let before = allocation_count()
        keep(subject(operations))
        let after = allocation_count()
        // A buffer that grows now and then, and not with each operation, counts as nothing.
        allocations = before < 0 ? nil : ((Double(after - before) / Double(operations)) * 1000).rounded() / 1000
    }

    func sample() {
        let time = ContinuousClock().measure { keep(subject(operations)) }
        nanoseconds.append(time / .nanoseconds(1) / Double(operations))
    }

    var measurement: Measurement {
        let sorted = nanoseconds.sorted()
        return Measurement(
            low: sorted[sorted.count / 4], median: sorted[sorted.count / 2], high: sorted[sorted.count * 3 / 4],
            allocations: allocations)
    }
}

// Sound: the benchmark is one thread.
nonisolated(unsafe) private var sink = 0

/// Uses a result where the compiler cannot see what becomes of it, so that what made it is not optimised away.
@inline(never) func keep(_ value: Int) { sink &+= value }
