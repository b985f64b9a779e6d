import StateExploration
import StatePattern
import Testing

/// A large machine, of which few are made: what is not said in its farthest states is found nevertheless.
@Suite struct `A large exploration` {
    /// Ways in which the room at the end of the hall remembers what its state does not tell.
    enum Memory {
        case ofNothing, ofALook, ofTheEntry, ofAnExit, ofTheNumber
    }

    /// A hall of 300 places, a room behind one of the last, and a closet in the room.
    private struct Hall {
        private static let (size, door, room, closet) = (300, 250, 300, 301)

        let memory: Memory
        private var place = 0
        private var remembers = false
        private var number = 0
        private(set) var trace: [String] = []

        init(_ memory: Memory) { self.memory = memory }

        var state: String { place == Self.room ? "Room" : place == Self.closet ? "Closet" : "\(place)" }

        static let requests = ["next", "jump", "look", "use", "home", "in", "deeper", "out", "x", "y"]

        mutating func perform(_ request: String) -> Outcome {
            trace = []
            switch (request, place) {
            case ("next", ..<Self.size): place = (place + 1) % Self.size
            case ("jump", ..<Self.size): place = (2 * place + 1) % Self.size
            case ("home", _):
                place = 0
            case ("in", Self.door):
                if memory == .ofTheEntry { remembers = false }
                place = Self.room
            case ("deeper", Self.room):
                if memory == .ofAnExit { remembers = true }
                place = Self.closet
            case ("out", Self.closet):
                if memory == .ofTheEntry { remembers = true }
                place = Self.room
            case ("look", Self.room):
                if memory == .ofALook { remembers = true }
                return .handled
            case ("use", Self.room):
                if remembers { return .refused }
                number += 1
                trace = [memory == .ofTheNumber ? "use \(number)" : "use"]
                return .handled
            default: return .unhandled
            }
            return .transitioned
        }
    }

    private static func model(_ memory: Memory) -> MachineModel<String> {
        MachineModel(
            { Hall(memory) }, requests: .init(Hall.requests) { $0.perform($1) }, state: { $0.state },
            trace: { $0.trace })
    }

    /// The ways after which the room responds differently.
    private static let ways: [(Memory, [String])] = [
        (.ofALook, ["look"]), (.ofTheEntry, ["deeper", "out"]), (.ofAnExit, ["deeper", "out"]), (.ofTheNumber, ["use"]),
    ]

    @Test(arguments: ways) func `finds a state that does not tell all, with the shortest ways`(
        memory: Memory, way: [String]
    ) throws {
        let room = try #require(try Self.model(.ofNothing).explore().shortestPath { $0 == "Room" })
        let error = try #require(throws: ExplorationError.self) { try Self.model(memory).explore() }
        guard case .ambiguousState("Room", "use", let first, let second) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(first.path == room)
        #expect(second.path == room + way)
    }

    @Test func `of a machine that a bound keeps out of the rest makes no request there`() throws {
        let model = MachineModel(
            { Hall(.ofNothing) },
            requests: .init(Hall.requests) { hall, request in
                #expect(hall.state != "100")
                return hall.perform(request)
            }, state: { $0.state })
        let graph = try model.explore(within: { $0 != "100" })
        #expect(graph.unexplored == ["100"])
        #expect(graph.states.count == 302)
    }
}
