import StatePattern

// A state that carries data is a new state for each entry: in three ways.

/// The machine on the core.
final class Retry: Context<Retry.State>, Counting {
    var count = 0

    init() { super.init(initial: Waiting(attempt: 0)) }

    @inline(never) @discardableResult func fail(_ attempt: Int) -> Outcome {
        delegate(State.fail, attempt)
    }

    class State: ContextState {
        func didEnter(_ retry: Retry) {}
        func willExit(_ retry: Retry) {}
        func fail(_ retry: Retry, attempt: Int) -> Reaction { .unhandled }
    }

    final class Waiting: State {
        let attempt: Int
        init(attempt: Int) { self.attempt = attempt }
        override func didEnter(_ retry: Retry) { retry.count &+= attempt }
        override func fail(_ retry: Retry, attempt: Int) -> Reaction {
            .transition(to: Waiting(attempt: attempt))
        }
    }
}

/// The pattern as it is written by hand.
final class RetryByHand: Counting {
    var count = 0
    private(set) var state: State = Waiting(attempt: 0)

    @inline(never) func fail(_ attempt: Int) { state.fail(self, attempt: attempt) }

    func change(to next: State) {
        state.willExit(self)
        state = next
        state.didEnter(self)
    }

    class State {
        func didEnter(_ retry: RetryByHand) {}
        func willExit(_ retry: RetryByHand) {}
        func fail(_ retry: RetryByHand, attempt: Int) {}
    }

    final class Waiting: State {
        let attempt: Int
        init(attempt: Int) { self.attempt = attempt }
        override func didEnter(_ retry: RetryByHand) { retry.count &+= attempt }
        override func fail(_ retry: RetryByHand, attempt: Int) { retry.change(to: Waiting(attempt: attempt)) }
    }
}

/// The machine as an enum. Its state carries the data as an associated value.
final class RetryEnum: Counting {
    enum State { case waiting(attempt: Int) }

    var count = 0
    private(set) var state = State.waiting(attempt: 0)

    @inline(never) func fail(_ attempt: Int) {
        state = .waiting(attempt: attempt)
        switch state {
        case .waiting(let attempt): count &+= attempt
        }
    }
}
