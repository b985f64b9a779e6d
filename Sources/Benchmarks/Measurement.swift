import Foundation

/// Something to measure: carries out its operation that many times, and returns a number that depends on all of them.
typealias Subject = (_ times: Int) -> Int

/// The nanoseconds that one operation takes: the median of all samples and their middle half.
struct Measurement {
    let low, median, high: Double

    var text: String { String(format: "%.1f (%.1f–%.1f)", median, low, high) }
}

/// Measures all subjects in turn, sample by sample, so that whatever else the machine does meets them alike.
func measure(_ subjects: [Subject], samples: Int, operations: Int) -> [Measurement] {
    var nanoseconds = [[Double]](repeating: [], count: subjects.count)
    for subject in subjects { keep(subject(operations)) }
    for _ in 0..<samples {
        for (index, subject) in subjects.enumerated() {
            let time = ContinuousClock().measure { keep(subject(operations)) }
            nanoseconds[index].append(time / .nanoseconds(1) / Double(operations))
        }
    }
    return nanoseconds.map { values in
        let sorted = values.sorted()
        return Measurement(
            low: sorted[sorted.count / 4], median: sorted[sorted.count / 2], high: sorted[sorted.count * 3 / 4])
    }
}

// Sound: the benchmark is one thread.
nonisolated(unsafe) private var sink = 0

/// Uses a result where the compiler cannot see what becomes of it, so that what made it is not optimised away.
@inline(never) private func keep(_ value: Int) { sink &+= value }
