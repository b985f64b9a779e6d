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

/// A machine that counts what it does.
protocol Counting: AnyObject {
    var count: Int { get }
}

/// Carries out an operation on a machine, a number of times.
///
/// It is inlined with the operation, so that the loop calls the machine's methods directly.
@inline(__always) func loop<Machine: Counting>(
    _ times: Int, _ machine: Machine, _ operation: (_ machine: Machine, _ number: Int) -> Void
) -> Int {
    for number in 0..<times { operation(machine, number) }
    return machine.count
}
