func followUpRows() -> [Row] {
    let (relay, relayByHand, relayEnum) = (Relay(), RelayByHand(), RelayEnum())
    let (queue, queueByHand, queueEnum) = (Relay(), RelayByHand(), RelayEnum())
    let (nestedByHand, nestedEnum) = (PlainRelayByHand(), PlainRelayEnum())
    let (arrayByHand, arrayEnum) = (PlainRelayByHand(), PlainRelayEnum())
    let (retry, retryByHand, retryEnum) = (Retry(), RetryByHand(), RetryEnum())
    return [
        Row(
            name: "follow-up of an entry hook; by hand with a queue", operations: 200_000, goal: 1,
            core: { times in
                for _ in 0..<times { relay.pass() }
                return relay.count
            },
            byHand: { times in
                for _ in 0..<times { relayByHand.pass() }
                return relayByHand.count
            },
            asEnum: { times in
                for _ in 0..<times { relayEnum.pass() }
                return relayEnum.count
            }),
        Row(
            name: "the same; by hand with a nested call", operations: 200_000,
            core: { times in
                for _ in 0..<times { relay.pass() }
                return relay.count
            },
            byHand: { times in
                for _ in 0..<times { nestedByHand.pass() }
                return nestedByHand.count
            },
            asEnum: { times in
                for _ in 0..<times { nestedEnum.pass() }
                return nestedEnum.count
            }),
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
            core: { times in
                for number in 0..<times { retry.fail(number) }
                return retry.count
            },
            byHand: { times in
                for number in 0..<times { retryByHand.fail(number) }
                return retryByHand.count
            },
            asEnum: { times in
                for number in 0..<times { retryEnum.fail(number) }
                return retryEnum.count
            }),
    ]
}

/// A machine that defers what it cannot do while it is closed.
protocol Deferring {
    var count: Int { get }
    func enqueue()
    func open()
    func close()
}

/// Defers a request, and makes two transitions, after the first of which it is recalled.
///
/// It is inlined where the machine is known, so the loop calls its methods directly, as in the other rows.
@inline(__always) private func deferring(_ machine: some Deferring) -> Subject {
    { times in
        for _ in 0..<times {
            machine.enqueue()
            machine.open()
            machine.close()
        }
        return machine.count
    }
}
