/// The time of one operation, measured together with that of others.
struct Measurement {
    let name: String
    /// Nanoseconds of one operation: the median over all samples, and the quarter and three-quarter points.
    let median, low, high: Double
}

/// Something to measure: `run` carries out the operation that many times and returns a number that depends on all of
/// them, so that none can be optimised away.
struct Subject {
    let name: String
    let run: (_ times: Int) -> Int
}

/// Measures all subjects in turn, sample by sample, so that whatever else the machine does meets them alike.
func measure(_ subjects: [Subject], samples: Int, operations: Int) -> [Measurement] {
    let clock = ContinuousClock()
    var nanoseconds = [[Double]](repeating: [], count: subjects.count)
    for subject in subjects { keep(subject.run(operations / 10)) }
    for _ in 0..<samples {
        for (index, subject) in subjects.enumerated() {
            let time = clock.measure { keep(subject.run(operations)) }
            nanoseconds[index].append(time / .nanoseconds(1) / Double(operations))
        }
    }
    return zip(subjects, nanoseconds).map { subject, values in
        let sorted = values.sorted()
        return Measurement(
            name: subject.name, median: sorted[sorted.count / 2], low: sorted[sorted.count / 4],
            high: sorted[sorted.count * 3 / 4])
    }
}

nonisolated(unsafe) private var sink = 0

/// Uses a result in a way that the compiler cannot see through.
// Sound: the benchmark is one thread.
@inline(never) private func keep(_ value: Int) { sink &+= value }
