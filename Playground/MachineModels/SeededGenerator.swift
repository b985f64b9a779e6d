import StateExploration

/// A source of random numbers; the same seed gives the same numbers.
public func seededGenerator(_ seed: UInt64) -> some RandomNumberGenerator & Sendable { SeededGenerator(seed: seed) }
