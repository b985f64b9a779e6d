import StateExploration

/// A source of random numbers that are the same ones for the same seed.
public func seededGenerator(_ seed: UInt64) -> some RandomNumberGenerator & Sendable { SeededGenerator(seed: seed) }
