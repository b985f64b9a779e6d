func followUpRows() -> [Row] {
    let (relay, relayByHand, relayEnum) = (Relay(), RelayByHand(), RelayEnum())
    let (queue, queueByHand, queueEnum) = (Relay(), RelayByHand(), RelayEnum())
    let (nestedByHand, nestedEnum) = (PlainRelayByHand(), PlainRelayEnum())
    let (arrayByHand, arrayEnum) = (PlainRelayByHand(), PlainRelayEnum())
    let (retry, retryByHand, retryEnum) = (Retry(), RetryByHand(), RetryEnum())
    return [
        Row(
            name: "follow-up of an entry hook; by hand with a queue", operations: 200_000, goal: 1,
            core: { loop($0, relay) { machine, _ in machine.pass() } },
            byHand: { loop($0, relayByHand) { machine, _ in machine.pass() } },
            asEnum: { loop($0, relayEnum) { machine, _ in machine.pass() } }),
        Row(
            name: "the same; by hand with a nested call", operations: 200_000,
            core: { loop($0, relay) { machine, _ in machine.pass() } },
            byHand: { loop($0, nestedByHand) { machine, _ in machine.pass() } },
            asEnum: { loop($0, nestedEnum) { machine, _ in machine.pass() } }),
        Row(
            name: "deferred, and recalled; by hand with a queue", operations: 200_000, goal: 1,
            core: deferring(queue),
            byHand: deferring(queueByHand),
            asEnum: deferring(queueEnum)),
        Row(
            name: "the same; by hand with an array of closures", operations: 200_000,
            core: deferring(queue),
            byHand: deferring(arrayByHand),
            asEnum: deferring(arrayEnum)),
        Row(
            name: "transition to a new state each time", goal: 1,
            core: { loop($0, retry) { machine, number in machine.fail(number) } },
            byHand: { loop($0, retryByHand) { machine, number in machine.fail(number) } },
            asEnum: { loop($0, retryEnum) { machine, number in machine.fail(number) } }),
    ]
}

/// A machine that defers what it cannot do while it is closed.
protocol Deferring: Counting {
    func enqueue()
    func open()
    func close()
}

/// Defers a request, and makes two transitions, after the first of which it is recalled.
@inline(__always) private func deferring(_ machine: some Deferring) -> Subject {
    { times in
        loop(times, machine) { machine, _ in
            machine.enqueue()
            machine.open()
            machine.close()
        }
    }
}
