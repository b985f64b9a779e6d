/// Something to measure: carries out its operation that many times, and returns a number that depends on all of them.
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

/// A machine that counts what has happened to it.
protocol Counting: AnyObject {
    var count: Int { get }
}

// The loops are inlined where a row is made: there, the compiler knows the machine and the request, and calls the method
// directly, as in a loop that is written out.

/// Makes a request of a machine again and again, with the number of the round.
@inline(__always) func repeating<Machine: Counting>(
    _ machine: Machine, result: @escaping (Machine) -> Int = { $0.count }, _ request: @escaping (Machine, Int) -> Void
) -> Subject {
    { times in
        for number in 0..<times { request(machine, number) }
        return result(machine)
    }
}

/// Makes a request of a machine again and again.
@inline(__always) func repeating<Machine: Counting>(
    _ machine: Machine, result: @escaping (Machine) -> Int = { $0.count }, _ request: @escaping (Machine) -> Void
) -> Subject {
    { times in
        for _ in 0..<times { request(machine) }
        return result(machine)
    }
}

/// Makes a machine again and again, and frees it.
@inline(__always) func making<Machine: Counting>(_ make: @escaping () -> Machine) -> Subject {
    { times in
        var count = 0
        for _ in 0..<times { count &+= make().count &+ 1 }
        return count
    }
}
