import Foundation

/// The seeds of a fuzz test: the same few each time, or new ones for `FUZZ_SECONDS`.
///
/// The first of the new ones is random, or the value of `FUZZ_SEED`. It is printed, so that a run can be repeated.
public struct FuzzSeeds: Sequence, IteratorProtocol {
    private var seed: UInt64
    private let end: UInt64
    private let deadline: ContinuousClock.Instant?
    /// The number of seeds so far.
    public private(set) var count = 0

    /// Begins with the seed 0, or with a new one; the time may limit the number of seeds, and the subject is printed.
    public init(_ count: Int, for subject: String) {
        let environment = ProcessInfo.processInfo.environment
        if let seconds = environment["FUZZ_SECONDS"].flatMap(Double.init) {
            seed = environment["FUZZ_SEED"].flatMap(UInt64.init) ?? .random(in: 0..<1 << 48)
            end = .max
            deadline = .now + .seconds(seconds)
            print("Fuzzing \(subject) for \(seconds) s. To repeat it: FUZZ_SECONDS=\(seconds) FUZZ_SEED=\(seed)")
        } else {
            (seed, end, deadline) = (0, UInt64(count), nil)
        }
    }

    public mutating func next() -> UInt64? {
        if seed == end { return nil }
        if let deadline, deadline <= .now { return nil }
        defer { (seed, count) = (seed + 1, count + 1) }
        return seed
    }

    /// The seeds of random charts: the first few, or as many as `CHARTS` says, from `FUZZ_SEED` on.
    public static func ofCharts(_ usual: UInt64) -> Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["FUZZ_SEED"].flatMap(UInt64.init) ?? 0
        return first..<first + (environment["CHARTS"].flatMap(UInt64.init) ?? usual)
    }
}
