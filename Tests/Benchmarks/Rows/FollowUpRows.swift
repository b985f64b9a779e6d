func followUpRows() -> [Row] {
    let (relay, relayByHand, relayEnum) = (Relay(), RelayByHand(), RelayEnum())
    let (queue, queueByHand, queueEnum) = (Relay(), RelayByHand(), RelayEnum())
    let (retry, retryByHand, retryEnum) = (Retry(), RetryByHand(), RetryEnum())
    return [
        Row(
            name: "transition asked for in an entry hook", operations: 200_000, goal: 1,
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
            name: "request deferred, recalled, and two transitions", operations: 200_000, goal: 1,
            core: { times in
                for _ in 0..<times {
                    queue.enqueue()
                    queue.open()
                    queue.close()
                }
                return queue.count
            },
            byHand: { times in
                for _ in 0..<times {
                    queueByHand.enqueue()
                    queueByHand.open()
                    queueByHand.close()
                }
                return queueByHand.count
            },
            asEnum: { times in
                for _ in 0..<times {
                    queueEnum.enqueue()
                    queueEnum.open()
                    queueEnum.close()
                }
                return queueEnum.count
            }),
        Row(
            name: "a state made for the occasion", goal: 1,
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
