/// Orders the answers of a token store: an answer is out of date once the answer to a later lookup has counted.
struct LookupSequence {
    /// The number of the latest lookup, and the number of the latest lookup with an answer that counted.
    private var begun = 0
    private var counted = 0

    mutating func begin() -> Int {
        begun += 1
        return begun
    }

    /// Returns true if the answer to a lookup counts. Then all earlier lookups are out of date.
    mutating func accept(_ number: Int) -> Bool {
        guard number > counted else { return false }
        counted = number
        return true
    }

    /// Makes all lookups so far out of date.
    mutating func discard() { counted = begun }
}
