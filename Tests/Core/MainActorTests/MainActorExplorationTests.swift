import StateExploration
import StatePattern
import Testing

// Everything in this module is isolated to the main actor, as it is in an app: the machine need not say so.

final class Lamp: MainActorContext<Lamp.State> {
    class State: ContextState {
        init() {}
        func didEnter(_ lamp: Lamp) { lamp.room.events.append("enter \(name)") }
        func willExit(_ lamp: Lamp) {}
        func toggle(_ lamp: Lamp) -> Reaction { .unhandled }
        func unscrew(_ lamp: Lamp) -> Reaction { .unhandled }
    }

    final class Off: State {
        override func toggle(_ lamp: Lamp) -> Reaction { .transition(to: lamp.on) }
        override func unscrew(_ lamp: Lamp) -> Reaction { .transition(to: lamp.gone) }
    }

    final class On: State {
        override func toggle(_ lamp: Lamp) -> Reaction { .transition(to: lamp.off) }
        override func unscrew(_ lamp: Lamp) -> Reaction { .refused }
    }

    final class Gone: State {}

    let off = Off()
    let on = On()
    let gone = Gone()
    let room: Room

    init(in room: Room) {
        self.room = room
        super.init(startingIn: off)
    }

    convenience init() { self.init(in: Room()) }

    @discardableResult func toggle() -> Outcome { delegate(State.toggle) }
    @discardableResult func unscrew() -> Outcome { delegate(State.unscrew) }
}

/// Something else on the main actor, which the hooks use.
final class Room {
    var events: [String] = []

    func takeEvents() -> [String] {
        defer { events = [] }
        return events
    }
}

@Suite struct ExplorationOnMainActor {
    private let lamp = MachineModel(
        { Lamp() }, requests: ["toggle": { $0.toggle() }, "unscrew": { $0.unscrew() }],
        trace: { $0.room.takeEvents() })

    @Test func `a machine on the main actor is explored there`() throws {
        let graph = try lamp.explore()
        #expect(graph.states == ["Off", "On", "Gone"])
        #expect(graph.deadEnds == ["Gone"])
        #expect(graph.cells[0][0].trace == ["enter On"])
        #expect(graph.cells[1][1].outcome == .refused)
        #expect(graph.shortestPath { $0 == "Gone" } == ["unscrew"])
    }

    @Test func `its initializer makes it as well as a closure does`() throws {
        let model = MachineModel(Lamp.init as () -> Lamp, requests: ["toggle": { $0.toggle() }])
        #expect(model.name == "Lamp")
        #expect(try model.explore().states == ["Off", "On"])
    }

    @Test func `a machine of this module that may be used anywhere is explored as well`() throws {
        let door = MachineModel({ Door() }, requests: ["open": { $0.open() }, "close": { $0.close() }])
        #expect(try "\(door.explore())" == "  Closed\n      open → Opened\n  Opened\n      close → Closed")
    }
}
