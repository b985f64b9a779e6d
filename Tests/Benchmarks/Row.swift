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
    /// The limit on a processor that does not predict calls whose targets alternate.
    let unpredictedLimit: Double
    let reference: Reference

    private init(_ limit: Double, unpredicted: Double? = nil, of reference: Reference) {
        (self.limit, unpredictedLimit, self.reference) = (limit, unpredicted ?? limit, reference)
    }

    func limit(on processor: Processor) -> Double { processor.predictsAlternation ? limit : unpredictedLimit }

    static func ofByHand(_ limit: Double, unpredicted: Double? = nil) -> Goal {
        Goal(limit, unpredicted: unpredicted, of: .byHand)
    }
    static func ofTransition(_ limit: Double) -> Goal { Goal(limit, of: .transition) }
}
