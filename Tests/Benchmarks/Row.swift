/// Something to measure: carries out its operation that many times, and returns a number that depends on all of them.
typealias Subject = (_ times: Int) -> Int

/// A line of the table: an operation on the core, and the same by hand and as an enum where there is such a thing.
struct Row {
    let name: String
    /// The number of operations in one sample.
    var operations = 1_000_000
    var goal: Goal?
    let core: Subject
    var byHand: Subject?
    var asEnum: Subject?
}

/// The greatest time of an operation, relative to another one.
struct Goal {
    enum Reference {
        /// The same by hand.
        case byHand
        /// A transition with both hooks, which is the first row.
        case transition
    }

    let limit: Double
    let reference: Reference

    static func ofByHand(_ limit: Double) -> Goal { Goal(limit: limit, reference: .byHand) }
    static func ofTransition(_ limit: Double) -> Goal { Goal(limit: limit, reference: .transition) }
}
