/// Something to measure: carries out its operation a number of times, and returns a number that depends on all of them.
typealias Subject = (_ times: Int) -> Int

/// A line of the table: an operation on the core, and the same by hand and as an enum where there is such a thing.
struct Row {
    let name: String
    /// The number of operations in one sample.
    var operations = 1_000_000
    /// The greatest time that it may take on the core, as a multiple of what it takes by hand.
    var goal: Double?
    let core: Subject
    var byHand: Subject?
    var asEnum: Subject?
}
