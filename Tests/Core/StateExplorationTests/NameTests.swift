import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// Machines out of tables: many states of one class, which say their names.
@Suite struct `States that say their names` {
    private let story = MachineModel(Story.init, requests: ["turn": { $0.turn() }, "restart": { $0.restart() }])
    private let hotel = MachineModel(Hotel.init, requests: ["walk": { $0.walk() }, "climb": { $0.climb() }])

    @Test func `have them in a path, in a machine's description and dump, in reactions and in journals`() {
        let (story, hotel) = (Story(), Hotel())
        #expect("\(story.state.turn(story))" == "transition(to: Page 2)")
        var journal: [String] = []
        story.observe { journal.append("\($0)") }
        hotel.observeRequests { journal.append("\($0)") }
        story.turn()
        hotel.walk()
        hotel.climb()
        #expect([story.state.name, story.state.statePath, "\(story)"] == ["Page 2", "Page 2", "Story: Page 2"])
        #expect([hotel.state.name, hotel.state.statePath] == ["1", "North/Floor 2/1"])
        #expect("\(hotel)" == "Hotel: North/Floor 2/1")
        var dumped = ""
        dump(hotel, to: &dumped)
        #expect(dumped.contains("core: North/Floor 2/1\n"))
        #expect(
            journal == [
                "activate(): Page 1 → Page 1", "turn(): Page 1 → Page 2",
                "activate(): North/Floor 1/1 → North/Floor 1/1", "walk(): North/Floor 1/1 → North/Floor 1/2",
                "climb(): North/Floor 1/2 → North/Floor 2/1",
            ])
    }

    @Test func `are counted by a log, each for itself, and their superstates too`() {
        let (clock, story, hotel) = (ManualClock(), Story(), Hotel())
        let (pages, rooms) = (FunnelLog(of: story, clock: clock), FunnelLog(of: hotel, clock: clock))
        for _ in 1...30 {
            story.turn()
            clock.advance(by: .seconds(1))
        }
        #expect(pages.entries.map { $0.state } == Story.names)
        #expect(pages.entries.map { $0.count } == [2] + Array(repeating: 1, count: 29))
        #expect(pages.entries.map { $0.time } == Array(repeating: .seconds(1), count: 30))
        #expect("\(pages)".hasPrefix("Page 1: entered 2 times, 1s\nPage 2: entered once, 1s\n"))

        hotel.walk()
        clock.advance(by: .seconds(2))
        hotel.climb()
        clock.advance(by: .seconds(3))
        #expect(
            rooms.entries.map { "\($0.state), \($0.count), \($0.time)" } == [
                "North, 1, 5.0 seconds",
                "North/Floor 1, 1, 2.0 seconds",
                "North/Floor 1/1, 1, 0.0 seconds",
                "North/Floor 1/2, 1, 2.0 seconds",
                "North/Floor 2, 1, 3.0 seconds",
                "North/Floor 2/1, 1, 3.0 seconds",
            ])
    }

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
        let (queue, lift, story, log) = (Queue(), Lift(), Story(), RequestLog())
        log.follow(queue, named: "queue")
        log.follow(lift, named: "lift")
        log.follow(story, named: "story")
        queue.activate()
        queue.waiting.count = 1
        queue.serve()
        lift.move()
        lift.move()
        story.turn()
        story.turn()
        #expect(
            log.rows().map(\.text) == [
                "activate: 0 waiting", "serve: 1 waiting → 1 waiting", "activate: Floor/Resting",
                "move: Floor′/Resting → Floor′/Resting", "move: Floor′′/Resting → Floor′′/Resting",
                "activate: Page 1", "turn: Page 1 → Page 2", "turn: Page 2 → Page 3",
            ])
    }

    @Test func `are drawn as separate nodes, in every format`() throws {
        let (pages, rooms) = (try story.explore(), try hotel.explore())
        #expect(pages.states == Story.names && rooms.states.sorted() == Hotel.rooms.sorted())
        for (graph, names) in [(pages, Story.names), (rooms, ["North", "South", "Floor 1", "Floor 2", "Floor 3"])] {
            let texts = [
                "mermaid": graph.mermaid(), "svg": graph.svg(), "outline": graph.outline(),
                "page": graph.page(titled: "machine"), "print": "\(graph)", "merged": "\(graph.merged())",
            ]
            for (format, text) in texts {
                for name in names { #expect(text.contains(name), "\(name) is missing in \(format)") }
            }
        }
        #expect(pages.merged().roots.map(\.path) == Story.names)
        #expect(rooms.merged().roots.map(\.path) == ["North", "South"])
        #expect(rooms.merged().roots[1].substates.map(\.path) == ["South/Floor 1", "South/Floor 2", "South/Floor 3"])
        let log = FunnelLog(of: Story(), clock: ManualClock())
        #expect(log.svg(beside: pages.merged()).contains("Page 30"))
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

/// A story of 30 pages, all of one class.
private final class Story: Context<Story.Page> {
    final class Page: ContextState {
        let name: String
        private let next: Int

        init(_ name: String, next: Int) { (self.name, self.next) = (name, next) }

        func didEnter(_ story: Story) {}
        func willExit(_ story: Story) {}
        func turn(_ story: Story) -> Reaction { .transition(to: story.pages[next]) }
        func restart(_ story: Story) -> Reaction { .transition(to: story.pages[0]) }
    }

    static let names = (1...30).map { "Page \($0)" }
    private let pages = names.indices.map { Page(names[$0], next: ($0 + 1) % names.count) }

    init() { super.init(initial: pages[0]) }

    @discardableResult func turn() -> Outcome { delegate(Page.turn) }
    @discardableResult func restart() -> Outcome { delegate(Page.restart) }
}

/// Two wings of three floors of two rooms, all of one class.
private final class Hotel: Context<Hotel.Place> {
    final class Place: ContextState {
        let name: String
        let superstate: Place?
        var initialSubstate: Place? { nil }

        init(_ name: String, in superstate: Place? = nil) { (self.name, self.superstate) = (name, superstate) }

        func didEnter(_ hotel: Hotel) {}
        func willExit(_ hotel: Hotel) {}
        func walk(_ hotel: Hotel) -> Reaction { go(by: 1, in: hotel) }
        func climb(_ hotel: Hotel) -> Reaction { go(by: name == "1" ? 2 : 1, in: hotel) }

        private func go(by steps: Int, in hotel: Hotel) -> Reaction {
            guard let index = hotel.places.firstIndex(where: { $0 === self }) else { return .unhandled }
            return .transition(to: hotel.places[(index + steps) % hotel.places.count])
        }
    }

    static let rooms = ["North", "South"].flatMap { wing in
        (1...3).flatMap { floor in (1...2).map { "\(wing)/Floor \(floor)/\($0)" } }
    }
    private let places: [Place]

    init() {
        places = ["North", "South"].map { Place($0) }.flatMap { wing in
            (1...3).map { Place("Floor \($0)", in: wing) }.flatMap { floor in (1...2).map { Place("\($0)", in: floor) }
            }
        }
        super.init(initial: places[0])
    }

    @discardableResult func walk() -> Outcome { delegate(Place.walk) }
    @discardableResult func climb() -> Outcome { delegate(Place.climb) }
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
