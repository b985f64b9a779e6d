import StatePattern

func followUpRows() -> [Row] {
    let (relay, queue) = (Relay(), Relay())
    let (retry, retryByHand, retryEnum) = (Retry(), RetryByHand(), RetryEnum())
    return [
        Row(name: "transition asked for in an entry hook", operations: 200_000) { times in
            for _ in 0..<times { relay.pass() }
            return relay.count
        },
        Row(name: "request deferred, recalled, and two transitions", operations: 200_000) { times in
            for _ in 0..<times {
                queue.enqueue()
                queue.open()
                queue.close()
            }
            return queue.count
        },
        Row(
            name: "a state made for the occasion",
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

/// Passes through a state that goes on by itself, and puts off what comes while it is closed.
private final class Relay: Context<Relay.State> {
    let resting = Resting()
    let passing = Passing()
    let opened = Opened()
    var count = 0

    init() { super.init(initial: resting) }

    @inline(never) @discardableResult func pass() -> Outcome { delegate { $0.pass($1) } }
    func finish() { delegate { $0.finish($1) } }
    @inline(never) @discardableResult func enqueue() -> Outcome { delegate { $0.enqueue($1) } }
    @inline(never) @discardableResult func open() -> Outcome { delegate { $0.open($1) } }
    @inline(never) @discardableResult func close() -> Outcome { delegate { $0.close($1) } }

    class State: ContextState {
        func didEnter(_ relay: Relay) {}
        func willExit(_ relay: Relay) {}
        func pass(_ relay: Relay) -> Reaction<State> { .unhandled }
        func finish(_ relay: Relay) -> Reaction<State> { .unhandled }
        func enqueue(_ relay: Relay) -> Reaction<State> { .unhandled }
        func open(_ relay: Relay) -> Reaction<State> { .unhandled }
        func close(_ relay: Relay) -> Reaction<State> { .unhandled }
    }

    final class Resting: State {
        override func pass(_ relay: Relay) -> Reaction<State> { .transition(to: relay.passing) }
        override func enqueue(_ relay: Relay) -> Reaction<State> { .deferred }
        override func open(_ relay: Relay) -> Reaction<State> { .transition(to: relay.opened) }
    }

    final class Passing: State {
        override func didEnter(_ relay: Relay) { relay.finish() }
        override func finish(_ relay: Relay) -> Reaction<State> {
            relay.count &+= 1
            return .transition(to: relay.resting)
        }
    }

    final class Opened: State {
        override func enqueue(_ relay: Relay) -> Reaction<State> {
            relay.count &+= 1
            return .handled
        }
        override func close(_ relay: Relay) -> Reaction<State> { .transition(to: relay.resting) }
    }
}
