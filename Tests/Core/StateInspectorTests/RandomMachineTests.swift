import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import StateInspector

/// One list of requests, which all tools take.
@Suite struct `A random machine with arguments` {
    @Test func `has the same names in its graph, coverage, recording and questions, and each tour is replayed`()
        throws
    {
        var seeds = FuzzSeeds(60, for: "machines with arguments")
        while let seed = seeds.next() {
            let requests = Maze.requests(seed: seed)
            let graph = try MachineModel({ Maze(seed: seed) }, requests: requests).explore()
            let recorder = try Recorder()
            let coverage = Coverage(of: graph, in: recorder.log)
            let tours = graph.transitionTour()
            for tour in tours {
                let maze = Maze(seed: seed)
                recorder.log.follow(maze)
                for request in tour { requests.make(request, of: maze) { Maze(seed: seed) } }
            }
            #expect(coverage.missing == [] && coverage.unknown == [], "seed \(seed)")
            let recording = recorder.recording
            #expect(recording.machines.count == tours.count, "seed \(seed)")
            for name in recording.machines {
                let replay = try recording.replay(of: name, on: { _ in Maze(seed: seed) }, requests: requests)
                #expect(replay.isSame, "\(replay), seed \(seed)")
            }
            let made = recording.entries.filter { !$0.isLed && !$0.isActivation }.map(\.call)
            // A question finds each recorded request by its name, and knows that it was made.
            for call in Set(made) {
                if case .fails = try graph.check(.never(.request(call))) { continue }
                Issue.record("\(call), seed \(seed)")
            }
            let untold = graph.requests.filter { request in
                !made.contains { RequestName(request).indices(in: [$0]) != [] || $0 == "\(request)()" }
            }
            #expect(untold == [], "seed \(seed)")
        }
    }
}

/// A machine of up to eight rooms with random answers, follow-ups, and rooms that are left at once.
private final class Maze: Context<Maze.Room> {
    final class Room: ContextState {
        let name: String
        let isPassage: Bool

        init(_ number: Int) { (name, isPassage) = ("Room \(number)", number % 4 == 3) }

        func didEnter(_ maze: Maze) { if isPassage { maze.wait() } }
        func willExit(_ maze: Maze) {}
        func go(_ maze: Maze, _ steps: Int) -> Reaction { maze.answer("\(name) go \(steps)") }
        func jump(_ maze: Maze, to floor: String, isFast: Bool) -> Reaction {
            maze.answer("\(name) jump \(floor) \(isFast)")
        }
        func climb(_ maze: Maze, _ steps: Int, from floor: Double, by way: String?) -> Reaction {
            maze.answer("\(name) climb \(steps) \(floor) \(way ?? "")")
        }
        func wait(_ maze: Maze) -> Reaction {
            isPassage ? .transition(to: maze.rooms[0]) : maze.answer("\(name) wait", hasFollowUp: false)
        }
    }

    static func requests(seed: UInt64) -> RequestList<Maze> {
        let climb = RequestList<Maze>.Element(Maze.climb, (1, 0.5, nil), (2, -1, "a, \"b\""))
        return [.init(Maze.go, 1, 2), .init(Maze.jump, ("top", true), ("", false))]
            + (seed % 2 == 0 ? [.init(Maze.wait)] : [.init(Maze.wait), climb])
    }

    private let seed: UInt64
    private let rooms: [Room]

    init(seed: UInt64) {
        self.seed = seed
        rooms = (0..<Int(2 + seed % 7)).map { Room($0) }
        super.init(initial: rooms[0])
    }

    @discardableResult func go(_ steps: Int) -> Outcome { delegate(Room.go, steps) }
    func jump(to floor: String, isFast: Bool) { delegate(Room.jump, floor, isFast) }
    @discardableResult func climb(_ steps: Int, from floor: Double, by way: String?) -> Outcome {
        delegate(Room.climb, steps, floor, way)
    }
    @discardableResult func wait() -> Outcome { delegate(Room.wait) }

    /// The same answer each time, which the question determines.
    private func answer(_ question: String, hasFollowUp: Bool = true) -> Reaction {
        var generator = SeededGenerator(seed: question.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 })
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return .unhandled
        case 1: return refuse(because: question)
        case 2: return .handled
        case 3 where hasFollowUp:
            wait()
            return .handled
        default: return .transition(to: rooms[.random(in: 0..<rooms.count, using: &generator)])
        }
    }
}
