import StatePattern

// A state that changes by itself, and one that defers requests while it is closed, in three ways.

/// The machine on the core.
final class Relay: Context<Relay.State>, Deferring {
    let resting = Resting()
    let passing = Passing()
    let opened = Opened()
    var count = 0

    init() { super.init(initial: resting) }

    @inline(never) @discardableResult func pass() -> Outcome { delegate(State.pass) }
    func finish() { delegate(State.finish) }
    @inline(never) func enqueue() { delegate(State.enqueue) }
    @inline(never) func open() { delegate(State.open) }
    @inline(never) func close() { delegate(State.close) }

    class State: ContextState {
        func didEnter(_ relay: Relay) {}
        func willExit(_ relay: Relay) {}
        func pass(_ relay: Relay) -> Reaction { .unhandled }
        func finish(_ relay: Relay) -> Reaction { .unhandled }
        func enqueue(_ relay: Relay) -> Reaction { .unhandled }
        func open(_ relay: Relay) -> Reaction { .unhandled }
        func close(_ relay: Relay) -> Reaction { .unhandled }
    }

    final class Resting: State {
        override func pass(_ relay: Relay) -> Reaction { .transition(to: relay.passing) }
        override func enqueue(_ relay: Relay) -> Reaction { .deferred }
        override func open(_ relay: Relay) -> Reaction { .transition(to: relay.opened) }
    }

    final class Passing: State {
        override func didEnter(_ relay: Relay) { relay.finish() }
        override func finish(_ relay: Relay) -> Reaction {
            relay.count &+= 1
            return .transition(to: relay.resting)
        }
    }

    final class Opened: State {
        override func enqueue(_ relay: Relay) -> Reaction {
            relay.count &+= 1
            return .handled
        }
        override func close(_ relay: Relay) -> Reaction { .transition(to: relay.resting) }
    }
}

/// The pattern as it is written by hand: requests that come while another one is handled wait in an array, and so do those
/// that are deferred.
final class RelayByHand: Deferring {
    private typealias Handler = (State, RelayByHand) -> Reaction

    enum Reaction { case handled, deferred }

    let resting = Resting()
    let passing = Passing()
    let opened = Opened()
    var count = 0
    private(set) var state: State
    private var isBusy = false
    private var waiting: [Handler] = []
    private var deferred: [Handler] = []

    init() { state = resting }

    @inline(never) func pass() { request { $0.pass($1) } }
    func finish() { request { $0.finish($1) } }
    @inline(never) func enqueue() { request { $0.enqueue($1) } }
    @inline(never) func open() { request { $0.open($1) } }
    @inline(never) func close() { request { $0.close($1) } }

    private func request(_ handler: @escaping Handler) {
        guard !isBusy else { return waiting.append(handler) }
        isBusy = true
        handle(handler)
        var next = 0
        while next < waiting.count {
            handle(waiting[next])
            next += 1
        }
        if next > 0 { waiting.removeAll(keepingCapacity: true) }
        isBusy = false
    }

    private func handle(_ handler: @escaping Handler) {
        if handler(state, self) == .deferred { deferred.append(handler) }
    }

    func change(to next: State) -> Reaction {
        state.willExit(self)
        state = next
        state.didEnter(self)
        if !deferred.isEmpty {
            waiting += deferred
            deferred.removeAll(keepingCapacity: true)
        }
        return .handled
    }

    class State {
        func didEnter(_ relay: RelayByHand) {}
        func willExit(_ relay: RelayByHand) {}
        func pass(_ relay: RelayByHand) -> Reaction { .handled }
        func finish(_ relay: RelayByHand) -> Reaction { .handled }
        func enqueue(_ relay: RelayByHand) -> Reaction { .handled }
        func open(_ relay: RelayByHand) -> Reaction { .handled }
        func close(_ relay: RelayByHand) -> Reaction { .handled }
    }

    final class Resting: State {
        override func pass(_ relay: RelayByHand) -> Reaction { relay.change(to: relay.passing) }
        override func enqueue(_ relay: RelayByHand) -> Reaction { .deferred }
        override func open(_ relay: RelayByHand) -> Reaction { relay.change(to: relay.opened) }
    }

    final class Passing: State {
        override func didEnter(_ relay: RelayByHand) { relay.finish() }
        override func finish(_ relay: RelayByHand) -> Reaction {
            relay.count &+= 1
            return relay.change(to: relay.resting)
        }
    }

    final class Opened: State {
        override func enqueue(_ relay: RelayByHand) -> Reaction {
            relay.count &+= 1
            return .handled
        }
        override func close(_ relay: RelayByHand) -> Reaction { relay.change(to: relay.resting) }
    }
}

/// The machine as an enum.
final class RelayEnum: Deferring {
    enum State { case resting, passing, opened }
    private enum Request { case pass, finish, enqueue, open, close }

    var count = 0
    private(set) var state = State.resting
    private var isBusy = false
    private var waiting: [Request] = []
    private var deferred: [Request] = []

    @inline(never) func pass() { make(.pass) }
    @inline(never) func enqueue() { make(.enqueue) }
    @inline(never) func open() { make(.open) }
    @inline(never) func close() { make(.close) }

    private func make(_ request: Request) {
        guard !isBusy else { return waiting.append(request) }
        isBusy = true
        handle(request)
        var next = 0
        while next < waiting.count {
            handle(waiting[next])
            next += 1
        }
        if next > 0 { waiting.removeAll(keepingCapacity: true) }
        isBusy = false
    }

    private func handle(_ request: Request) {
        switch (state, request) {
        case (.resting, .pass): change(to: .passing)
        case (.resting, .enqueue): deferred.append(request)
        case (.resting, .open): change(to: .opened)
        case (.passing, .finish):
            count &+= 1
            change(to: .resting)
        case (.opened, .enqueue): count &+= 1
        case (.opened, .close): change(to: .resting)
        default: break
        }
    }

    private func change(to next: State) {
        state = next
        if case .passing = state { make(.finish) }
        guard !deferred.isEmpty else { return }
        waiting += deferred
        deferred.removeAll(keepingCapacity: true)
    }
}
