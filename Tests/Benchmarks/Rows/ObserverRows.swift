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
    return [
        Row(
            name: "transition with one observer", goal: 1,
            core: { loop($0, observed) { machine, _ in machine.toggle() } },
            byHand: { loop($0, observedByHand) { machine, _ in machine.toggle() } }),
        // One operation is a notification, so that the row says what a further observer costs.
        Row(
            name: "each of a hundred observers", operations: 1_000_000, goal: 1,
            core: { loop($0 / 100, crowded) { machine, _ in machine.toggle() } },
            byHand: { loop($0 / 100, crowdedByHand) { machine, _ in machine.toggle() } }),
        // By hand, an observer passes each value on to a stream, so that the column says how much is the stream's own. Here,
        // the stream also ends with the machine, and the observer with the stream.
        Row(
            name: "transition with a `changes` consumer", operations: 200_000, goal: 1.1,
            core: { times in
                withExtendedLifetime(stream) { loop(times, streamed) { machine, _ in machine.toggle() } }
            },
            byHand: { times in
                withExtendedLifetime(streamByHand) { loop(times, streamedByHand) { machine, _ in machine.toggle() } }
            }),
    ]
}

final class Tally {
    var count = 0
}

/// Two states that alternate and a list of observers, as it is written by hand.
private final class ObservedByHand: Counting {
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
