import StatePattern

// A program that needs no operating system: `.ci/embedded` compiles it as Embedded Swift, runs it, and compares what it
// prints with `embedded-example.txt`. It uses every part of the core that Embedded Swift has, because generic code is
// compiled only where it is used.

@main struct Example {
    static func main() {
        let turnstile = Turnstile()
        let token = turnstile.observe { print("\($0.request): \($0.source.label) to \($0.target.label)") }
        report("push", turnstile.push())
        report("insert 20", turnstile.insert(20))
        report("insert 30", turnstile.insert(30))
        report("push", turnstile.push())
        token.cancel()
        report("insert 50", turnstile.insert(50))
        print("the turnstile is \(turnstile.state.label)")

        let requests = turnstile.observeRequests { print("  observed \($0.request), in \($0.state.label)") }
        report("vandalise", turnstile.vandalise())
        report("rest", turnstile.rest())
        requests.cancel()
        print("  withdrawn: \(turnstile.withdrawDeferredRequests { _ in true })")
        print("  price \(turnstile.price ?? 0), is unlocked: \(turnstile.isIn(turnstile.unlocked))")
        let resumed = Turnstile(isUnlocked: true)
        resumed.deferRequests { report("rest", resumed.rest()) }
        print("  \(resumed.deferredRequests.count) deferred, \(resumed.isActive ? "active" : "inactive")")
        report("push", resumed.push())

        let washer = Washer()
        // There are no weak references in Embedded Swift; the observer ends with the washer, so this one is safe.
        washer.observe { [unowned(unsafe) washer] transition in
            print("\(transition.request): \(transition.source.label) to \(transition.target.label)")
            print("  \(transition.exited.count) exited, \(transition.entered.count) entered")
            if transition.target is Washer.Spinning { report("spun", washer.spun()) }
        }
        washer.activate()
        report("start", washer.start())
        report("open", washer.open())
        report("filled", washer.filled())
        report("stop", washer.stop())
        washer.deactivate()
        report("start", washer.start())
    }

    static func report(_ request: StaticString, _ outcome: Outcome) {
        let word: StaticString =
            switch outcome {
            case .transitioned: "transitioned"
            case .handled: "handled"
            case .deferred: "deferred"
            case .unhandled: "unhandled"
            case .refused: "refused"
            case .queued: "queued"
            }
        print("\(request) was \(word)")
    }
}

/// A flat machine, with a request that takes an argument.
final class Turnstile: Context<Turnstile.State> {
    let locked = Locked()
    let unlocked = Unlocked()
    var paid = 0

    init() { super.init(initial: locked) }
    init(isUnlocked: Bool) { super.init(initial: locked, resumingIn: isUnlocked ? unlocked : nil) }

    var price: Int? { ask { state, _ in state.price } }

    func vandalise() -> Outcome { delegate(State.vandalise) }
    func rest() -> Outcome { delegate(State.rest) }
    func insert(_ cents: Int) -> Outcome { delegate(cents) { $0.insert($2, $1) } }
    func push() -> Outcome { delegate(State.push) }

    override func didNotHandle(_ request: String) { print("the turnstile refuses \(request)") }

    class State: ContextState {
        var label: StaticString { "" }
        func didEnter(_ turnstile: Turnstile) {}
        func willExit(_ turnstile: Turnstile) {}
        func insert(_ cents: Int, _ turnstile: Turnstile) -> Reaction { .unhandled }
        func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
        func vandalise(_ turnstile: Turnstile) -> Reaction { .refused }
        func rest(_ turnstile: Turnstile) -> Reaction { .deferred }
        var price: Int? { nil }
    }

    final class Locked: State {
        override var label: StaticString { "Locked" }
        override var price: Int? { 50 }
        override func didEnter(_ turnstile: Turnstile) {
            turnstile.paid = 0
            if let source = turnstile.currentTransition?.source { print("  entered from \(source.label)") }
        }
        override func rest(_ turnstile: Turnstile) -> Reaction {
            print("  the turnstile rests")
            return .handled
        }
        override func insert(_ cents: Int, _ turnstile: Turnstile) -> Reaction {
            turnstile.paid += cents
            return turnstile.paid < 50 ? .handled : .transition(to: turnstile.unlocked)
        }
    }

    final class Unlocked: State {
        override var label: StaticString { "Unlocked" }
        override func push(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.locked) }
    }
}

/// A tree, with a request that is deferred and follow-ups from a hook and from an observer.
final class Washer: Context<Washer.State> {
    init() { super.init(initial: Idle()) }

    func start() -> Outcome { delegate(State.start) }
    func filled() -> Outcome { delegate(State.filled) }
    func spun() -> Outcome { delegate(State.spun) }
    func stop() -> Outcome { delegate(State.stop) }
    func open() -> Outcome { delegate(State.open) }
    func light() -> Outcome { delegate(State.light) }

    class State: ContextState {
        var label: StaticString { "" }
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ washer: Washer) { print("  enter \(label)") }
        func willExit(_ washer: Washer) { print("  exit \(label)") }
        func start(_ washer: Washer) -> Reaction { .unhandled }
        func filled(_ washer: Washer) -> Reaction { .unhandled }
        func spun(_ washer: Washer) -> Reaction { .unhandled }
        func stop(_ washer: Washer) -> Reaction { .unhandled }
        func open(_ washer: Washer) -> Reaction { .unhandled }
        func light(_ washer: Washer) -> Reaction { .unhandled }
    }

    final class Idle: State {
        override var label: StaticString { "Idle" }
        override func start(_ washer: Washer) -> Reaction { .transition(to: Running()) }
        override func open(_ washer: Washer) -> Reaction {
            print("  the door opens")
            return .handled
        }
    }

    final class Running: State {
        override var label: StaticString { "Running" }
        override var initialSubstate: State? { Filling(in: self) }
        override func didEnter(_ washer: Washer) {
            super.didEnter(washer)
            Example.report("light", washer.light())
        }
        override func light(_ washer: Washer) -> Reaction {
            print("  the light goes on")
            return .handled
        }
        override func spun(_ washer: Washer) -> Reaction { .transition(to: Idle()) }
        override func open(_ washer: Washer) -> Reaction { .deferred }
    }

    final class Filling: State {
        private let running: Running
        init(in running: Running) { self.running = running }
        override var label: StaticString { "Filling" }
        override var superstate: State? { running }
        override func filled(_ washer: Washer) -> Reaction { .transition(to: Spinning(in: running)) }
    }

    final class Spinning: State {
        private let running: Running
        init(in running: Running) { self.running = running }
        override var label: StaticString { "Spinning" }
        override var superstate: State? { running }
    }
}
