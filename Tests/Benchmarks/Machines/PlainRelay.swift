// The machine of `Relay` as one writes it without a library, and without a queue. The hook calls the next request
// itself, so that one is handled in the middle of the other. Deferred requests wait in an array.

/// The pattern as it is written by hand.
final class PlainRelayByHand: Deferring {
    let resting = Resting()
    let passing = Passing()
    let opened = Opened()
    var count = 0
    private(set) var state: State
    private var deferred: [(PlainRelayByHand) -> Void] = []

    init() { state = resting }

    @inline(never) func pass() { state.pass(self) }
    func finish() { state.finish(self) }
    @inline(never) func enqueue() { state.enqueue(self) }
    @inline(never) func open() { state.open(self) }
    @inline(never) func close() { state.close(self) }

    func putOff(_ request: @escaping (PlainRelayByHand) -> Void) { deferred.append(request) }

    func change(to next: State) {
        state.willExit(self)
        state = next
        state.didEnter(self)
        guard !deferred.isEmpty else { return }
        let due = deferred
        deferred.removeAll()
        for request in due { request(self) }
    }

    class State {
        func didEnter(_ relay: PlainRelayByHand) {}
        func willExit(_ relay: PlainRelayByHand) {}
        func pass(_ relay: PlainRelayByHand) {}
        func finish(_ relay: PlainRelayByHand) {}
        func enqueue(_ relay: PlainRelayByHand) {}
        func open(_ relay: PlainRelayByHand) {}
        func close(_ relay: PlainRelayByHand) {}
    }

    final class Resting: State {
        override func pass(_ relay: PlainRelayByHand) { relay.change(to: relay.passing) }
        override func enqueue(_ relay: PlainRelayByHand) { relay.putOff { $0.enqueue() } }
        override func open(_ relay: PlainRelayByHand) { relay.change(to: relay.opened) }
    }

    final class Passing: State {
        override func didEnter(_ relay: PlainRelayByHand) { relay.finish() }
        override func finish(_ relay: PlainRelayByHand) {
            relay.count &+= 1
            relay.change(to: relay.resting)
        }
    }

    final class Opened: State {
        override func enqueue(_ relay: PlainRelayByHand) { relay.count &+= 1 }
        override func close(_ relay: PlainRelayByHand) { relay.change(to: relay.resting) }
    }
}

/// The machine as an enum.
final class PlainRelayEnum: Deferring {
    enum State { case resting, passing, opened }

    var count = 0
    private(set) var state = State.resting
    private var deferred = 0

    @inline(never) func pass() {
        if case .resting = state { change(to: .passing) }
    }

    func finish() {
        guard case .passing = state else { return }
        count &+= 1
        change(to: .resting)
    }

    @inline(never) func enqueue() {
        switch state {
        case .resting: deferred += 1
        case .opened: count &+= 1
        case .passing: break
        }
    }

    @inline(never) func open() {
        if case .resting = state { change(to: .opened) }
    }

    @inline(never) func close() {
        if case .opened = state { change(to: .resting) }
    }

    private func change(to next: State) {
        state = next
        if case .passing = state { finish() }
        let due = deferred
        deferred = 0
        for _ in 0..<due { enqueue() }
    }
}
