import StatePattern
import Testing

@Suite struct SelfAndKin {
    @Test(arguments: Shape.allCases)
    func `Rule 4: a transition to the handling state itself exits and re-enters it`(shape: Shape) {
        let machine = shape.machine
        machine.on("again", in: "A", .go("A"))
        #expect(machine.request("again") == .transitioned)
        #expect(machine.journal == ["exit A", "enter A"])
        #expect(machine.current == "A")
    }

    @Test func `Rule 4: a superstate that goes to itself is exited and re-entered with what lies in it`() {
        let tree = TreeMachine.family()
        tree.on("again", in: "A1", .go("A1"))
        tree.setInitialSubstate(of: "A1", to: "A12")
        #expect(tree.journal(of: "again") == ["exit A11", "exit A1", "enter A1", "enter A12"])

        tree.on("all", in: "A", .go("A"))
        #expect(tree.journal(of: "all") == ["exit A12", "exit A1", "exit A", "enter A"])
        #expect(tree.current == "A")
    }

    @Test(arguments: [
        ("A11", "A1", ["exit A11"]), ("A11", "A", ["exit A11", "exit A1"]), ("A1", "A", ["exit A11", "exit A1"]),
    ])
    func `Rule 4: a transition to an ancestor leaves that ancestor un-exited`(
        handler: String, ancestor: String, exits: [String]
    ) {
        let tree = TreeMachine.family()
        tree.on("up", in: handler, .go(ancestor))
        #expect(tree.request("up") == .transitioned)
        #expect(tree.journal == exits)
        #expect(tree.current == ancestor)
    }

    @Test func `Rule 4: from an ancestor the way goes on to its initial substate`() {
        let tree = TreeMachine.family()
        tree.setInitialSubstate(of: "A", to: "A21")
        tree.on("up", in: "A11", .go("A"))
        #expect(tree.journal(of: "up") == ["exit A11", "exit A1", "enter A2", "enter A21"])
    }

    @Test(arguments: [
        ("A", "A1", ["exit A11", "exit A1", "enter A1"]),
        ("A", "A11", ["exit A11", "exit A1", "enter A1", "enter A11"]),
        ("A", "A2", ["exit A11", "exit A1", "enter A2"]),
        ("A1", "A11", ["exit A11", "enter A11"]),
        ("A1", "A12", ["exit A11", "enter A12"]),
    ])
    func `Rule 4: a transition to a descendant leaves the handling state un-exited`(
        handler: String, descendant: String, journal: [String]
    ) {
        let tree = TreeMachine.family()
        tree.on("down", in: handler, .go(descendant))
        #expect(tree.request("down") == .transitioned)
        #expect(tree.journal == journal)
        #expect(tree.current == descendant)
    }

    @Test(arguments: Shape.allCases)
    func `Rule 4: a handled request runs no hook and tells no observer`(shape: Shape) {
        let machine = shape.machine
        machine.watch()
        machine.on("stay", in: "A", .handled)
        #expect(machine.request("stay") == .handled)
        #expect(machine.journal.isEmpty)
    }

    @Test func `Rule 4: kinship is identity, so another superstate of the same class is entered anew`() {
        let rooms = Rooms()
        let other = Rooms.Desk(in: Rooms.Room())
        rooms.activate()
        rooms.move(to: Rooms.Desk(in: rooms.room))
        #expect(rooms.journal == ["enter Room", "enter Room/Desk", "exit Room/Desk", "enter Room/Desk"])
        rooms.journal = []
        rooms.move(to: other)
        #expect(rooms.journal == ["exit Room/Desk", "exit Room", "enter Room", "enter Room/Desk"])
        #expect(rooms.state.superstate !== rooms.room)
    }
}

/// A machine whose states are made on the spot.
private final class Rooms: Context<Rooms.Place> {
    let room = Room()
    var journal: [String] = []

    init() { super.init(initial: Desk(in: room)) }

    func move(to place: Place) { delegate(place) { $0.move($1, to: $2) } }
}

extension Rooms {
    fileprivate class Place: HierarchicalState {
        var superstate: Place? { nil }
        var initialSubstate: Place? { nil }
        func didEnter(_ rooms: Rooms) { rooms.journal.append("enter \(path)") }
        func willExit(_ rooms: Rooms) { rooms.journal.append("exit \(path)") }
        func move(_ rooms: Rooms, to place: Place) -> Reaction<Place> { .transition(to: place) }
    }

    fileprivate final class Room: Place {}

    fileprivate final class Desk: Place {
        private let room: Place
        init(in room: Place) { self.room = room }
        override var superstate: Place? { room }
    }
}
