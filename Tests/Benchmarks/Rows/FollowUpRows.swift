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
            name: "the same; by hand with an array of closures", operations: 200_000,
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
                    arrayByHand.enqueue()
                    arrayByHand.open()
                    arrayByHand.close()
                }
                return arrayByHand.count
            },
            asEnum: { times in
                for _ in 0..<times {
                    arrayEnum.enqueue()
                    arrayEnum.open()
                    arrayEnum.close()
                }
                return arrayEnum.count
            }),
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
