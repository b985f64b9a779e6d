import AllocationCounter

/// The bytes of a machine with two states: here, by hand, and as an enum; `nil` where they cannot be counted.
func bytesOfMachine() -> [Double]? {
    func bytes<Machine>(_ make: () -> Machine) -> Double {
        var machines: [Machine] = []
        machines.reserveCapacity(10_000)
        let before = allocated_bytes()
        for _ in 0..<10_000 { machines.append(make()) }
        return withExtendedLifetime(machines) { Double(allocated_bytes() - before) / 10_000 }
    }
    return allocated_bytes() < 0 ? nil : [bytes(Toggle.make), bytes(ToggleByHand.make), bytes(ToggleEnum.make)]
}
