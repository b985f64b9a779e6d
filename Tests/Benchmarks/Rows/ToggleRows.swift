func toggleRows() -> [Row] {
    let (core, byHand, asEnum) = (Toggle(), ToggleByHand(), ToggleEnum())
    let (blinker, blinkerByHand, blinkerEnum) = (Blinker(), BlinkerByHand(), BlinkerEnum())
    let requests = randomRequests(count: 1 << 20)
    return [
        Row(
            name: "transition, each state with hooks of its own", goal: 1,
            core: { loop($0, blinker) { machine, _ in machine.blink() } },
            byHand: { loop($0, blinkerByHand) { machine, _ in machine.blink() } },
            asEnum: { loop($0, blinkerEnum) { machine, _ in machine.blink() } }),
        // Compiled methods that are twins: some processors take the return of one for that of the other, so that the calls
        // of hooks are mispredicted, here and by hand.
        Row(
            name: "transition, both states with the same code", goal: 1,
            core: { loop($0, core) { machine, _ in machine.toggle() } },
            byHand: { loop($0, byHand) { machine, _ in machine.toggle() } },
            asEnum: { loop($0, asEnum) { machine, _ in machine.toggle() } }),
        Row(
            name: "handled request with an argument", goal: 1.4,
            core: { loop($0, core) { machine, number in machine.add(number) } },
            byHand: { loop($0, byHand) { machine, number in machine.add(number) } },
            asEnum: { loop($0, asEnum) { machine, number in machine.add(number) } }),
        Row(
            name: "unhandled request, counted", goal: 1.3,
            core: { loop($0, core) { machine, _ in machine.ignore() } },
            byHand: { loop($0, byHand) { machine, _ in machine.ignore() } },
            asEnum: { loop($0, asEnum) { machine, _ in machine.ignore() } }),
        Row(
            name: "these three in random order", goal: 1,
            core: { mixed($0, core, requests) }, byHand: { mixed($0, byHand, requests) },
            asEnum: { mixed($0, asEnum, requests) }),
        Row(
            name: "making a machine and freeing it", operations: 200_000, goal: 1.2,
            core: { making($0, Toggle.make) }, byHand: { making($0, ToggleByHand.make) },
            asEnum: { making($0, ToggleEnum.make) }),
    ]
}

/// The requests of a toggle.
protocol Toggling: Counting {
    associatedtype Answer
    @discardableResult func toggle() -> Answer
    @discardableResult func add(_ number: Int) -> Answer
    @discardableResult func ignore() -> Answer
}

@inline(__always) private func mixed(_ times: Int, _ machine: some Toggling, _ requests: [UInt8]) -> Int {
    let mask = requests.count - 1
    return loop(times, machine) { machine, number in
        switch requests[number & mask] {
        case 0: machine.toggle()
        case 1: machine.add(number)
        default: machine.ignore()
        }
    }
}

@inline(__always) private func making(_ times: Int, _ make: () -> some Counting) -> Int {
    var count = 0
    for _ in 0..<times { count &+= make().count &+ 1 }
    return count
}
