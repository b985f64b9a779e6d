import AllocationCounter
import StateExploration
import StatePattern
import Testing

/// A warm context asks for no memory. Elsewhere than on Linux, and under a sanitizer, allocations cannot be counted.
@Suite(.enabled(if: allocation_count() >= 0, "Allocations cannot be counted here")) struct Allocations {
    @Test func `A transition in a flat family, a handled and an unhandled request allocate nothing`() {
        let meter = Meter()
        #expect(allocations(of: { meter.toggle() }) == 0)
        #expect(meter.count > 1_000)
        #expect(allocations(of: { meter.add(1) }) == 0)
        #expect(meter.count > 3_000)
        #expect(allocations(of: { meter.ignore() }) == 0)
        #expect(meter.refused > 1_000)
    }

    /// A method without its state is a closure, which optimised code does not make.
    @Test(.enabled(if: !isDebugBuild))
    func `A request by the name of its method allocates nothing, with up to three arguments`() {
        let meter = Meter()
        #expect(allocations(of: { meter.toggleByName() }) == 0)
        #expect(meter.count > 1_000)
        #expect(allocations(of: { meter.add1(1) }) == 0)
        #expect(allocations(of: { meter.add2(1, 1) }) == 0)
        #expect(allocations(of: { meter.add3(1, 1, 1) }) == 0)
        #expect(meter.count > 8_000)
    }

    @Test(arguments: [3, 32])
    func `A transition in a tree, and a request that bubbles up, allocate nothing`(depth: Int) {
        let tree = MeterTree(depth: depth)
        #expect(allocations(of: { tree.cross() }) == 0)
        #expect(allocations(of: { tree.bubble() }) == 0)
        #expect(tree.count > 2_000)
    }

    @Test(arguments: [1, 100])
    func `Telling observers allocates nothing`(number: Int) {
        let turnstile = Meter()
        let tally = Tally()
        for _ in 0..<number { turnstile.observe { _ in tally.count += 1 } }
        #expect(allocations(of: { turnstile.toggle() }) == 0)
        #expect(tally.count > 1_000 * number)
    }

    @Test func `A transition that a log follows allocates as much in a deep tree as in a flat one`() {
        let log = RequestLog(limit: 10)
        let perRequest = [1, 32].map { depth in
            let tree = MeterTree(depth: depth)
            log.follow(tree, named: "tree")
            return allocations(of: { tree.cross() }) / 1_000
        }
        #expect(perRequest[0] == perRequest[1])
        #expect(log.rows().count == 10)
    }

    @Test func `A follow-up allocates nothing once the queue has room`() {
        let turnstile = Meter()
        turnstile.observe { [unowned turnstile] transition in
            if transition.target is Meter.On { turnstile.toggle() }
        }
        #expect(allocations(of: { turnstile.toggle() }) == 0)
        #expect(turnstile.count > 4_000)
    }

    @Test func `A context with two states takes at most 144 bytes`() {
        func bytes() -> Int {
            let before = allocated_bytes()
            let meter = Meter()
            return withExtendedLifetime(meter) { allocated_bytes() - before }
        }
        _ = bytes()  // The first machine of a class also makes what Swift knows of the class.
        #expect(bytes() <= 144)
    }

    /// The number of allocations of a thousand operations, after some have warmed it up.
    private func allocations(of operation: () -> Outcome) -> Int {
        for _ in 0..<10 { _ = operation() }
        let before = allocation_count()
        for _ in 0..<1_000 { _ = operation() }
        return allocation_count() - before
    }
}

private var isDebugBuild: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
}

private final class Tally {
    var count = 0
}

/// Two states that alternate, and counts.
private final class Meter: Context<Meter.State> {
    let on = On()
    let off = Off()
    var count = 0
    var refused = 0

    init() { super.init(initial: off) }

    override func didNotHandle(_ request: String) { refused += 1 }

    @discardableResult func toggle() -> Outcome { delegate { $0.toggle($1) } }
    func add(_ number: Int) -> Outcome { delegate(number) { $0.add($1, $2) } }
    func ignore() -> Outcome { delegate { $0.ignore($1) } }
    func toggleByName() -> Outcome { delegate(State.toggle) }
    func add1(_ a: Int) -> Outcome { delegate(State.add, a) }
    func add2(_ a: Int, _ b: Int) -> Outcome { delegate(State.add2, a, b) }
    func add3(_ a: Int, _ b: Int, _ c: Int) -> Outcome { delegate(State.add3, a, b, c) }

    class State: ContextState {
        func didEnter(_ meter: Meter) { meter.count += 1 }
        func willExit(_ meter: Meter) { meter.count += 1 }
        func toggle(_ meter: Meter) -> Reaction { .unhandled }
        func ignore(_ meter: Meter) -> Reaction { .unhandled }
        func add(_ meter: Meter, _ number: Int) -> Reaction {
            meter.count += number
            return .handled
        }
        func add2(_ meter: Meter, _ a: Int, _ b: Int) -> Reaction { add(meter, a + b) }
        func add3(_ meter: Meter, _ a: Int, _ b: Int, _ c: Int) -> Reaction { add(meter, a + b + c) }
    }

    final class On: State {
        override func toggle(_ meter: Meter) -> Reaction { .transition(to: meter.off) }
    }

    final class Off: State {
        override func toggle(_ meter: Meter) -> Reaction { .transition(to: meter.on) }
    }
}

/// Two branches of states.
private final class MeterTree: Context<MeterTree.State> {
    private let left: State
    private let right: State
    var count = 0

    init(depth: Int) {
        func branch() -> State { (1..<depth).reduce(State(in: nil)) { state, _ in State(in: state) } }
        left = branch()
        right = branch()
        super.init(initial: left)
    }

    func cross() -> Outcome {
        delegate { _, tree in .transition(to: tree.state === tree.left ? tree.right : tree.left) }
    }
    func bubble() -> Outcome { delegate { $0.bubble($1) } }

    class State: ContextState {
        let superstate: State?
        init(in superstate: State?) { self.superstate = superstate }

        var initialSubstate: State? { nil }
        func didEnter(_ tree: MeterTree) { tree.count += 1 }
        func willExit(_ tree: MeterTree) { tree.count += 1 }
        func bubble(_ tree: MeterTree) -> Reaction { superstate == nil ? .handled : .unhandled }
    }
}
