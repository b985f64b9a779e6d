import StatePattern
import Testing

/// A lift that moves from floor to floor; while it moves, calls wait.
private final class Lift: Context<Lift.State> {
    class State: ContextState {
        func didEnter(_ lift: Lift) {}
        func willExit(_ lift: Lift) {}
        func go(_ lift: Lift, to floor: Int) -> Reaction { lift.refuse(because: "moving") }
        func call(_ lift: Lift, to floor: Int, by name: String) -> Reaction { .deferred }
        func arrive(_ lift: Lift) -> Reaction { .transition(to: Standing()) }
    }

    final class Standing: State {
        override func go(_ lift: Lift, to floor: Int) -> Reaction { .transition(to: State()) }
        override func call(_ lift: Lift, to floor: Int, by name: String) -> Reaction {
            lift.go(to: floor)
            return .handled
        }
    }

    init() { super.init(initial: Standing()) }

    func go(to floor: Int) { delegate(State.go, floor) }
    func call(to floor: Int, by name: String) { delegate(State.call, floor, name) }
    func arrive() { delegate(State.arrive) }
    func weigh(_ load: some Sendable) { delegate(load) { _, _, _ in .handled } }
}

@Suite struct `Observers of requests with arguments` {
    private let lift = Lift()
    private let lines: () -> [String]

    init() {
        final class Journal { var lines: [String] = [] }
        let journal = Journal()
        lines = { journal.lines }
        lift.observeRequests { record in
            let argument = record.argument.map { "\($0)" } ?? "–"
            journal.lines.append("\(record.request.prefix { $0 != "(" }) \(argument) \(record.outcome)")
        }
    }

    @Test func `Rule 9: they get the argument of a queued, a deferred, a recalled and a dropped request`() {
        lift.call(to: 1, by: "Ada")
        lift.go(to: 4)
        lift.call(to: 2, by: "Bob")
        lift.arrive()
        lift.call(to: 3, by: "Cid")
        lift.deactivate()
        #expect(
            lines() == [
                "activate – transitioned", "call (1, \"Ada\") handled", "go 1 transitioned", "go 4 refused",
                "call (2, \"Bob\") deferred", "arrive – transitioned", "call (2, \"Bob\") handled", "go 2 transitioned",
                "call (3, \"Cid\") deferred", "deactivate – transitioned", "call (3, \"Cid\") unhandled",
            ])
    }

    @Test func `Rule 9: they keep no argument once the request is over`() {
        final class Load: Sendable {}
        weak var load: Load?
        do {
            let heavy = Load()
            load = heavy
            lift.weigh(heavy)
        }
        lift.arrive()
        #expect(load == nil && lines().last == "arrive – transitioned")
    }
}
