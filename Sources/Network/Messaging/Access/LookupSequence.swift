/// Orders the answers of a token store: an answer that was asked for before another one that counted is out of date.
struct LookupSequence {
    /// The number of the latest lookup that has begun, and of the latest one that counted.
    private var begun = 0
    private var counted = 0

    mutating func begin() -> Int {
        begun += 1
        return begun
    }

    /// Returns true if the answer to a lookup counts, which makes all earlier ones out of date.
    mutating func accept(_ number: Int) -> Bool {
        guard number > counted else { return false }
        counted = number
        return true
    }

    /// Makes all lookups so far out of date.
    mutating func discard() { counted = begun }
}
