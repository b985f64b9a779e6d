import StatePattern
import Testing

/// A lift that moves from floor to floor; while it moves, calls wait.
private final class Lift: Context<Lift.State> {
    class State: ContextState {
        func didEnter(_ lift: Lift) {}
        func willExit(_ lift: Lift) {}
        func go(_ lift: Lift, to floor: Int) -> Reaction { .unhandled }
        func call(_ lift: Lift, to floor: Int, by name: String) -> Reaction { .unhandled }
        func set(_ lift: Lift, speed: Double, load: Int, door: Bool) -> Reaction { .handled }
        func arrive(_ lift: Lift) -> Reaction { .unhandled }
    }

    final class Standing: State {
        override func go(_ lift: Lift, to floor: Int) -> Reaction { .transition(to: lift.moving) }
        override func call(_ lift: Lift, to floor: Int, by name: String) -> Reaction {
            lift.go(to: floor)
            return .handled
        }
    }

    final class Moving: State {
        override func go(_ lift: Lift, to floor: Int) -> Reaction { lift.refuse(because: "moving") }
        override func call(_ lift: Lift, to floor: Int, by name: String) -> Reaction { .deferred }
        override func arrive(_ lift: Lift) -> Reaction { .transition(to: lift.standing) }
    }

    let standing = Standing()
    let moving = Moving()

    init() { super.init(initial: standing) }

    @discardableResult func go(to floor: Int) -> Outcome { delegate(State.go, floor) }
    @discardableResult func call(to floor: Int, by name: String) -> Outcome { delegate(State.call, floor, name) }
    func set(speed: Double, load: Int, door: Bool) { delegate(State.set, speed, load, door) }
    @discardableResult func arrive() -> Outcome { delegate(State.arrive) }
    func weigh(_ people: [String]) { delegate(people) { _, _, _ in .handled } }
    func ring() { delegate { _, _ in .handled } }
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
        lift.activate()
    }

    @Test func `Rule 9: they get the argument of a request, or a tuple of several`() {
        lift.ring()
        lift.weigh(["Ada", "Bob"])
        lift.set(speed: 0.5, load: 2, door: true)
        lift.go(to: 3)
        lift.go(to: 4)
        lift.arrive()
        #expect(
            lines() == [
                "activate – transitioned", "ring – handled", "weigh [\"Ada\", \"Bob\"] handled",
                "set (0.5, 2, true) handled", "go 3 transitioned", "go 4 refused", "arrive – transitioned",
            ])
    }

    @Test func `Rule 9: they get that of a queued, a deferred and a recalled request`() {
        lift.call(to: 1, by: "Ada")
        lift.call(to: 2, by: "Bob")
        lift.arrive()
        #expect(
            lines().dropFirst() == [
                "call (1, \"Ada\") handled", "go 1 transitioned", "call (2, \"Bob\") deferred", "arrive – transitioned",
                "call (2, \"Bob\") handled", "go 2 transitioned",
            ])
    }

    @Test func `Rule 9: they get that of a request that a deactivation drops, and no argument later`() {
        lift.go(to: 1)
        lift.call(to: 2, by: "Bob")
        lift.deactivate()
        lift.activate()
        lift.ring()
        #expect(
            lines().dropFirst(3) == [
                "deactivate – transitioned", "call (2, \"Bob\") unhandled", "activate – transitioned", "ring – handled",
            ])
    }

    @Test func `Rule 9: they keep no argument once the request is over`() {
        final class Load {}
        weak var load: Load?
        do {
            let heavy = Load()
            load = heavy
            lift.delegate(heavy) { _, _, _ in .handled }
        }
        #expect(load == nil)
    }
}
