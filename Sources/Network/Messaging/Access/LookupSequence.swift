/// Finds out-of-date answers of a token store. An answer is out of date if the answer to a later lookup has counted.
struct LookupSequence {
    /// The number of the latest lookup, and the number of the latest lookup with an answer that has counted.
    private var begun = 0
    private var counted = 0

    mutating func begin() -> Int {
        begun += 1
        return begun
    }

    /// Returns true if the answer to a lookup counts. Answers to earlier lookups are then out of date.
    mutating func accept(_ number: Int) -> Bool {
        guard number > counted else { return false }
        counted = number
        return true
    }

    /// Makes the answers to all lookups so far out of date.
    mutating func discard() { counted = begun }
}
