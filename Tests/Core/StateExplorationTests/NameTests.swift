import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// Machines out of tables: many states of one class, which say their names.
@Suite struct `States that say their names` {
    @Test func `are left by a log although their names have changed`() {
        let (clock, queue) = (ManualClock(), Queue())
        let log = FunnelLog(of: queue, clock: clock)
        queue.activate()
        queue.waiting.count = 1
        clock.advance(by: .seconds(1))
        queue.serve()
        clock.advance(by: .seconds(5))
        #expect(
            log.entries.map { "\($0.state), \($0.count), \($0.time)" } == [
                "0 waiting, 1, 1.0 seconds",
                "1 waiting, 1, 5.0 seconds",
            ])
    }

    @Test func `are shown in a sequence as they are when a request is answered`() {
        let (queue, lift, log) = (Queue(), Lift(), RequestLog())
        log.follow(queue, named: "queue")
        log.follow(lift, named: "lift")
        queue.activate()
        queue.waiting.count = 1
        queue.serve()
        lift.move()
        lift.move()
        #expect(
            log.rows().map(\.text) == [
                "activate: 0 waiting", "serve: 1 waiting → 1 waiting", "activate: Floor/Resting",
                "move: Floor′/Resting → Floor′/Resting", "move: Floor′′/Resting → Floor′′/Resting",
            ])
    }

    @Test func `of one class, without a name, are one state, and the error says the ways out`() throws {
        let model = MachineModel({ Portal() }, requests: ["next": { $0.next() }])
        let error = try #require(throws: ExplorationError.self) { try model.explore() }
        #expect(
            error.description == """
                “Form” does not say all that the behavior depends on: “next” led to transitioned, Form after the start, \
                but to unhandled, Form after next. Let the model’s data or state tell the rest, or each \
                state its own “name”.
                """)
        let named = MachineModel({ Portal(isNamed: true) }, requests: ["next": { $0.next() }])
        #expect(try named.explore().states == ["Log in", "Pay"])
    }
}

/// A queue with a state that says how long it is.
private final class Queue: Context<Queue.Waiting> {
    final class Waiting: ContextState {
        var count = 0
        var name: String { "\(count) waiting" }
        func didEnter(_ queue: Queue) {}
        func willExit(_ queue: Queue) {}
        func serve(_ queue: Queue) -> Reaction { .transition(to: self) }
    }

    let waiting = Waiting()

    init() { super.init(initial: waiting) }

    func serve() { delegate(Waiting.serve) }
}

/// A machine whose superstate gets another name with each request, while the leaf keeps its own.
private final class Lift: Context<Lift.Place> {
    final class Place: ContextState {
        var name: String
        let superstate: Place?
        var initialSubstate: Place? { nil }

        init(_ name: String, in superstate: Place?) { (self.name, self.superstate) = (name, superstate) }

        func didEnter(_ lift: Lift) {}
        func willExit(_ lift: Lift) {}
        func move(_ lift: Lift) -> Reaction {
            superstate?.name += "′"
            return .transition(to: self)
        }
    }

    init() { super.init(initial: Place("Resting", in: Place("Floor", in: nil))) }

    func move() { delegate(Place.move) }
}

/// A machine with two states of one class, which may say their names.
private final class Portal: Context<Portal.Form> {
    final class Form: ContextState {
        let name: String
        let following: Form?
        init(_ name: String, _ following: Form?) { (self.name, self.following) = (name, following) }
        func didEnter(_ portal: Portal) {}
        func willExit(_ portal: Portal) {}
        func next(_ portal: Portal) -> Reaction { following.map { .transition(to: $0) } ?? .unhandled }
    }

    init(isNamed: Bool = false) {
        super.init(initial: Form(isNamed ? "Log in" : "Form", Form(isNamed ? "Pay" : "Form", nil)))
    }

    func next() -> Outcome { delegate(Form.next) }
}
