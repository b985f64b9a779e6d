import StateExploration
import StateInspector
import StatePattern

func observerRows() -> [Row] {
    let tally = Tally()
    let (observed, observedByHand) = (Toggle(), ObservedByHand())
    observed.observe { _ in tally.count &+= 1 }
    observedByHand.observe { _, _ in tally.count &+= 1 }

    let (crowded, crowdedByHand) = (Toggle(), ObservedByHand())
    for _ in 0..<100 {
        crowded.observe { _ in tally.count &+= 1 }
        crowdedByHand.observe { _, _ in tally.count &+= 1 }
    }

    let streamed = Toggle()
    // Without a reader, the newest value waits.
    let stream = streamed.changes(bufferingPolicy: .bufferingNewest(1)) { $0.target is Toggle.On }
    let streamedByHand = ObservedByHand()
    let (streamByHand, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    streamedByHand.observe { _, target in
        if case .terminated = continuation.yield(target is ObservedByHand.On) { tally.count &+= 1 }
    }
    let (logged, log) = (Toggle(), SequenceLog())
    log.follow(logged, named: "toggle")
    let inspected = Toggle()
    var inspector: Inspector?
    return [
        Row(name: "transition that a log follows", operations: 100_000) { times in
            for _ in 0..<times { logged.toggle() }
            return withExtendedLifetime(log) { logged.count }
        },
        // It starts a server, which the other rows should not have next to them.
        Row(name: "transition that an inspector follows, without a page", operations: 100_000) { times in
            if inspector == nil {
                inspector = try? Inspector()
                inspector?.follow(inspected, named: "toggle")
            }
            for _ in 0..<times { inspected.toggle() }
            return inspected.count
        },
        Row(
            name: "transition with one observer", goal: 1,
            core: { times in
                for _ in 0..<times { observed.toggle() }
                return tally.count
            },
            byHand: { times in
                for _ in 0..<times { observedByHand.toggle() }
                return tally.count
            }),
        // One operation is a notification, so that the row says what a further observer costs.
        Row(
            name: "each of a hundred observers", operations: 1_000_000, goal: 1,
            core: { times in
                for _ in 0..<times / 100 { crowded.toggle() }
                return tally.count
            },
            byHand: { times in
                for _ in 0..<times / 100 { crowdedByHand.toggle() }
                return tally.count
            }),
        // By hand, an observer passes each value on to a stream, so that the column says how much is the stream's own. Here,
        // the stream also ends with the machine, and the observer with the stream.
        Row(
            name: "transition with a `changes` consumer", operations: 200_000, goal: 1.1,
            core: { times in
                for _ in 0..<times { streamed.toggle() }
                withExtendedLifetime(stream) {}
                return streamed.count
            },
            byHand: { times in
                for _ in 0..<times { streamedByHand.toggle() }
                withExtendedLifetime(streamByHand) {}
                return streamedByHand.count
            }),
    ]
}

final class Tally {
    var count = 0
}

/// Two states that alternate and a list of observers, as it is written by hand.
private final class ObservedByHand {
    let on = On()
    let off = Off()
    var count = 0
    private(set) var state: State
    private var observers: [(_ source: State, _ target: State) -> Void] = []

    init() { state = off }

    @inline(never) func toggle() { state.toggle(self) }
    func observe(_ observer: @escaping (_ source: State, _ target: State) -> Void) { observers.append(observer) }

    func change(to next: State) {
        let previous = state
        previous.willExit(self)
        state = next
        next.didEnter(self)
        for observer in observers { observer(previous, next) }
    }

    class State {
        func didEnter(_ context: ObservedByHand) { context.count &+= 1 }
        func willExit(_ context: ObservedByHand) { context.count &+= 1 }
        func toggle(_ context: ObservedByHand) {}
    }

    final class On: State {
        override func toggle(_ context: ObservedByHand) { context.change(to: context.off) }
    }

    final class Off: State {
        override func toggle(_ context: ObservedByHand) { context.change(to: context.on) }
    }
}
