import StateExploration
import StatePattern
import TestSupport
import Testing

#if DEBUG
private let isDebugBuild = true
#else
private let isDebugBuild = false
#endif

struct Trap: Sendable {
    let make: @Sendable () -> Void
    /// Parts of the message: the rule first, and then the machine and its states.
    let messages: [String]

    init(_ messages: String..., make: @escaping @Sendable () -> Void) {
        (self.messages, self.make) = (messages, make)
    }
}

@Suite(.timeLimit(.minutes(60))) struct Traps {
    private static let initialRule =
        "An initial substate must lie inside its state: that object, not another of its class."
    private static let resumingRule =
        "A context can be resumed only in a state that can be current, one without an initial substate."
    private static func livelock(_ limit: Int) -> String {
        "Handlers, hooks and observers made more than \(limit) requests in one call (followUpLimit); the last ones were"
    }

    static let all: [String: Trap] = [
        "a context that is not the Owner of its states": Trap(
            "A context must be the Owner of its states.",
            """
            StatePattern.Context<StatePatternTests.Turnstile.State> is no StatePatternTests.Turnstile, which is the \
            Owner of StatePatternTests.Turnstile.State.
            """
        ) { _ = Context(initial: Turnstile.Locked() as Turnstile.State) },
        "requests that are put back by a context that is not active": Trap(
            "Requests can be deferred from outside only while a context is active and at rest."
        ) { Turnstile().deferRequests {} },

        // States in a tree.
        "Rule 3: an initial substate outside its state": Trap(
            "\(initialRule) The one of Top of Knot, Moving of Knot, lies in no state: does its class override “superstate”?"
        ) { Knot(Knot.State("Top", initial: { _ in Knot.State("Moving") })).activate() },
        "Rule 3: an initial substate in another object of that class": Trap(
            "Moving of Knot, lies elsewhere, if only in another object of that class."
        ) {
            let other = Knot.State("Top")
            Knot(Knot.State("Top", initial: { _ in Knot.State("Moving", in: { _ in other }) })).activate()
        },
        "Rule 3: an initial substate outside its state, on the way": Trap(initialRule) {
            TreeMachine.family(["A": ["go": .go("B")]], initial: ["B": "A1"]).request("go")
        },
        "Rule 3: a superstate as the initial substate": Trap(initialRule) {
            TreeMachine.family(["A": ["go": .go("B1")]], initial: ["B1": "B"]).request("go")
        },
        "Rule 3: a state that is its own initial substate": Trap(
            "\(initialRule) The one of Top of Knot, Top of Knot, is itself."
        ) { Knot(Knot.State("Top", initial: { $0 })).activate() },
        "superstates without end": Trap(
            "The superstates of a state must come to an end.",
            "These go on: Ring of Knot in Ring of Knot in Ring of Knot"
        ) { Knot(Knot.State("Ring", in: { $0 })).activate() },
        "initial substates without end": Trap("The initial substates of a state must come to an end.") {
            @Sendable func nested(in outer: Knot.State?) -> Knot.State {
                Knot.State("Nested", in: { _ in outer }, initial: { nested(in: $0) })
            }
            Knot(nested(in: nil)).activate()
        },
        "Rule 10: going on in a state with an initial substate, at the top": Trap(
            "\(resumingRule) It was to be On of Knot."
        ) { _ = Knot.radio(resumingAt: 0) },
        "Rule 10: going on in a state with an initial substate, below the top": Trap(
            "\(resumingRule) It was to be Tuned of Knot."
        ) { _ = Knot.radio(resumingAt: 1) },

        // Requests without end. Pitfall: endless follow-ups hang the caller.
        "Rule 11: a hook that asks for whatever may fit": Trap(
            "\(livelock(1_000_000)) open(), close(), open(), close(). The context is in ", " of Door."
        ) { Door().open() },
        "Rule 11: more requests than a subclass allows, in the second call": Trap("\(livelock(3)) 2, 3, 4, 5.") {
            let machine = Livelock.limited(.flat, [:])
            for number in 1...9 { machine.on("\(number)", in: "A", .handled, making: "\(number + 1)") }
            machine.request(each: "7", "1")
        },
        "Rule 11: hooks that activate and deactivate forever": Trap(
            "\(livelock(3)) activate(), deactivate(), activate(), deactivate()."
        ) {
            let machine = Livelock.limited(.flat, [:])
            machine.when("enter A") { $0.deactivate() }
            machine.when("exit A") { $0.activate() }
            machine.deactivate()
        },
        "Rule 11: the least limit": Trap("\(livelock(.min)) step.") {
            let machine = Unforgiving("A")
            machine.on("step", in: "A", .handled, making: "step")
            machine.request("step")
        },
    ]

    @Test(arguments: all.keys.sorted())
    func `A mistake of the programmer traps, with the rule and the states in the message`(name: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [name = name as String] in
            Traps.all[name]!.make()
        }
        for message in Self.all[name]!.messages { #expect(result?.errors.contains(message) == true, "\(message)") }
    }

    @Test(arguments: Shape.allCases, ["handler", "observer"])
    func `Rule 11: a deferred request that lets itself be tried again forever traps`(shape: Shape, maker: String) async
    {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [shape = shape as Shape, maker = maker as String] in
            let machine = Livelock.limited(shape, ["A": ["later": .deferred, "again": .go("A")]])
            if maker == "handler" {
                machine.on("later", in: "A", .deferred, making: "again")
            } else {
                machine.watchRequests()
                machine.when("later: deferred in A") { $0.request("again") }
            }
            machine.request("later")
        }
        #expect(result?.errors.contains(Self.livelock(3)) == true)
    }

    @Test func `Rule 11: a deferred request counts again each time that it is tried in the same call`() async {
        await #expect(processExitsWith: .failure) {
            final class Flat: FlatMachine {
                override class var followUpLimit: Int { 1_000 }
            }
            let machine = Flat("A")
            machine.on(["A": ["wait": .deferred, "go": .go("A")]])
            machine.when("A → A") { machine in
                // If only requests counted, there would be 500 transitions and 125,000 tries.
                if machine.journal.count > 200 { return }
                for name in ["wait", "go"] { machine.request(name) }
            }
            machine.watch()
            machine.request("go")
        }
    }

    /// Superstates that are other objects when they are asked for again.
    static let changingSuperstates: [String: @Sendable () -> Void] = [
        "of an initial leaf": { Knot(.leaf).activate() },
        "of a leaf that is resumed": { _ = Knot(.init("Other"), resumingIn: .leaf) },
        "of a target": { Knot(.init("Other")).go(to: .leaf) },
        "of an ancestor": {
            let group = Knot.State("Leaf", in: { _ in .init("Group") })
            Knot(.init("Other")).go(to: .init("Inner", in: { _ in group }))
        },
        "that is another one later": {
            nonisolated(unsafe) var group = Knot.State("Group")  // Sound: one thread.
            let knot = Knot(.init("Leaf", in: { _ in group }))
            knot.activate()
            group = .init("Group")
            knot.go(to: .init("Other"))
        },
        "that is there only later": {
            nonisolated(unsafe) var group: Knot.State?  // Sound: one thread.
            let knot = Knot(.init("Leaf", in: { _ in group }))
            knot.activate()
            group = .init("Group")
            knot.deactivate()
        },
        "in an exploration": {
            _ = try? MachineModel(
                { Knot(.init("Other")) }, named: "Knot", requests: ["go": { $0.go(to: .leaf) }]
            ).explore()
        },
    ]

    @Test(
        .disabled(if: !isDebugBuild, "An optimised build leaves the check out."),
        arguments: changingSuperstates.keys.sorted())
    func `Rule 4: a superstate that is not always the same object traps in a debug build`(name: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [name = name as String] in
            Traps.changingSuperstates[name]!()
        }
        let rule = "A state must always return the same object as its superstate."
        #expect(result?.errors.contains("\(rule) Leaf of Knot returns another one.") == true)
    }

    @Test func `Rule 10: a state without an initial substate can be resumed, deep in a tree`() {
        #expect(Knot.radio(resumingAt: 2).state.statePath == "On/Tuned/Playing")
    }
}

/// A machine that allows no request of a handler.
private final class Unforgiving: FlatMachine {
    override class var followUpLimit: Int { .min }
}

/// A machine with states that lie in others, and lead to others, as closures say.
private final class Knot: Context<Knot.State> {
    init(_ initial: State, resumingIn leaf: State? = nil) { super.init(initial: initial, resumingIn: leaf) }

    @discardableResult func go(to state: State) -> Outcome { delegate(state) { .transition(to: $2) } }

    /// A machine with three states, each in the one before, that resumes in one of them.
    static func radio(resumingAt level: Int) -> Knot {
        func playing(in tuned: State) -> State { State("Playing", in: { _ in tuned }) }
        func tuned(in on: State) -> State { State("Tuned", in: { _ in on }, initial: { playing(in: $0) }) }
        let on = State("On", initial: { tuned(in: $0) })
        return Knot(on, resumingIn: [on, tuned(in: on), playing(in: tuned(in: on))][level])
    }

    final class State: ContextState {
        let name: String
        private let outer: (State) -> State?
        private let inner: (State) -> State?

        init(
            _ name: String, in outer: @escaping (State) -> State? = { _ in nil },
            initial inner: @escaping (State) -> State? = { _ in nil }
        ) {
            (self.name, self.outer, self.inner) = (name, outer, inner)
        }

        /// A state that makes its superstate each time.
        static var leaf: State { State("Leaf", in: { _ in State("Group") }) }

        var superstate: State? { outer(self) }
        var initialSubstate: State? { inner(self) }
        func didEnter(_ knot: Knot) {}
        func willExit(_ knot: Knot) {}
    }
}

/// A door that makes each request whenever it has opened or closed; one of the two is always unhandled.
private final class Door: Context<Door.State> {
    init() { super.init(initial: Closed()) }

    func open() { delegate(State.open) }
    func close() { delegate(State.close) }

    class State: ContextState {
        func didEnter(_ door: Door) {
            door.close()
            door.open()
        }
        func willExit(_ door: Door) {}
        func open(_ door: Door) -> Reaction { .unhandled }
        func close(_ door: Door) -> Reaction { .unhandled }
    }

    final class Closed: State {
        override func open(_ door: Door) -> Reaction { .transition(to: Opened()) }
    }

    final class Opened: State {
        override func close(_ door: Door) -> Reaction { .transition(to: Closed()) }
    }
}
