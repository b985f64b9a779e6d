func followUpRows() -> [Row] {
    [
        Row(
            name: "follow-up of an entry hook; by hand with a queue", operations: 200_000, goal: 1,
            core: repeating(Relay()) { $0.pass() }, byHand: repeating(RelayByHand()) { $0.pass() },
            asEnum: repeating(RelayEnum()) { $0.pass() }),
        Row(
            name: "the same; by hand with a nested call", operations: 200_000,
            core: repeating(Relay()) { $0.pass() }, byHand: repeating(PlainRelayByHand()) { $0.pass() },
            asEnum: repeating(PlainRelayEnum()) { $0.pass() }),
        Row(
            name: "deferred, and recalled; by hand with a queue", operations: 200_000, goal: 1,
            core: deferring(Relay()), byHand: deferring(RelayByHand()), asEnum: deferring(RelayEnum())),
        Row(
            name: "the same; by hand with an array of closures", operations: 200_000,
            core: deferring(Relay()), byHand: deferring(PlainRelayByHand()), asEnum: deferring(PlainRelayEnum())),
        Row(
            name: "transition to a new state each time", goal: 1, core: repeating(Retry()) { $0.fail($1) },
            byHand: repeating(RetryByHand()) { $0.fail($1) }, asEnum: repeating(RetryEnum()) { $0.fail($1) }),
    ]
}

/// A machine that defers what it cannot do while it is closed.
protocol Deferring: Counting {
    func enqueue()
    func open()
    func close()
}

/// Defers a request, and makes two transitions, after the first of which it is recalled; again and again.
@inline(__always) private func deferring<Machine: Deferring>(_ machine: Machine) -> Subject {
    repeating(machine) { machine in
        machine.enqueue()
        machine.open()
        machine.close()
    }
}
