func followUpRows() -> [Row] {
    [
        Row(
            name: "transition asked for in an entry hook", operations: 200_000, goal: 1,
            core: repeating(Relay()) { $0.pass() }, byHand: repeating(RelayByHand()) { $0.pass() },
            asEnum: repeating(RelayEnum()) { $0.pass() }),
        Row(
            name: "request deferred, recalled, and two transitions", operations: 200_000, goal: 1,
            core: repeating(Relay()) { relay in
                relay.enqueue()
                relay.open()
                relay.close()
            },
            byHand: repeating(RelayByHand()) { relay in
                relay.enqueue()
                relay.open()
                relay.close()
            },
            asEnum: repeating(RelayEnum()) { relay in
                relay.enqueue()
                relay.open()
                relay.close()
            }),
        Row(
            name: "a state made for the occasion", goal: 1, core: repeating(Retry()) { $0.fail($1) },
            byHand: repeating(RetryByHand()) { $0.fail($1) }, asEnum: repeating(RetryEnum()) { $0.fail($1) }),
    ]
}
