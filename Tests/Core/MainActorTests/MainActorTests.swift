import StatePattern
import Testing

// Everything in this module is isolated to the main actor unless it says otherwise.

/// A machine that may be used anywhere, in a module that lives on the main actor.
nonisolated class Door: Context<Door.State> {
    let opened = Opened()
    let closed = Closed()

    init() { super.init(initial: closed) }

    @discardableResult func open() -> Outcome { delegate(State.open) }
    @discardableResult func close() -> Outcome { delegate(State.close) }
}

extension Door {
    nonisolated class State: ContextState {
        func didEnter(_ door: Door) {}
        func willExit(_ door: Door) {}
        func open(_ door: Door) -> Reaction { .unhandled }
        func close(_ door: Door) -> Reaction { .unhandled }
    }

    // Subclasses inherit the isolation of the root class.
    final class Opened: State {
        override func close(_ door: Door) -> Reaction { .transition(to: door.closed) }
    }

    final class Closed: State {
        override func open(_ door: Door) -> Reaction { .transition(to: door.opened) }
    }
}

/// A machine derived from another one inherits its isolation, too.
final class CountingDoor: Door {
    private(set) var refused = 0

    override func didNotHandle(_ request: String) { refused += 1 }
}

/// Something on the main actor that uses a machine.
final class Hall {
    let door = CountingDoor()
    private(set) var seen: [String] = []

    init() {
        door.observe(for: self) { hall, _, transition in
            let line = transition.description
            MainActor.assumeIsolated { hall.seen.append(line) }
        }
    }
}

@Suite(.timeLimit(.minutes(60))) struct MainActorByDefault {
    @Test func `Rule 12: a machine works in a module with the main actor as its default isolation`() {
        let hall = Hall()
        #expect(hall.door.open() == .transitioned)
        #expect(hall.door.open() == .unhandled)
        #expect(hall.door.close() == .transitioned)
        #expect(hall.door.refused == 1)
        #expect(hall.seen == ["activate(): Closed → Closed", "open(): Closed → Opened", "close(): Opened → Closed"])
    }

    @Test func `Rule 12: a nonisolated machine of this module works in an actor as well`() async {
        actor Porter {
            private let door = Door()
            func open() -> Outcome { door.open() }
        }
        let porter = Porter()
        #expect(await porter.open() == .transitioned)
        #expect(await porter.open() == .unhandled)
    }
}
