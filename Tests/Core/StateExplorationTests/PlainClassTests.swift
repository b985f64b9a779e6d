import StateExploration
import StatePattern
import Testing

/// A player as many articles have the pattern: player and state hold each other, and no request returns anything.
private final class BookPlayer {
    class State {
        let player: BookPlayer
        init(_ player: BookPlayer) { self.player = player }
        func play() {}
        func pause() {}
        func stop() {}
    }
    final class Stopped: State {
        override func play() { player.set(Playing(player), doing: "start") }
    }
    final class Playing: State {
        override func pause() { player.set(Paused(player), doing: "halt") }
        override func stop() { player.set(Stopped(player), doing: "halt") }
    }
    final class Paused: State {
        override func play() { player.set(Playing(player), doing: "start") }
        override func pause() { player.log.append("blink") }
        override func stop() { player.set(Stopped(player), doing: "rewind") }
    }

    var state: State?
    var log: [String] = []
    init() { state = Stopped(self) }

    func set(_ state: State, doing effect: String) {
        self.state = state
        log.append(effect)
    }
}

/// The same player as a context.
private final class Translation: Context<Translation.State> {
    class State: ContextState {
        func didEnter(_ player: Translation) {}
        func willExit(_ player: Translation) {}
        func play(_ player: Translation) -> Reaction { player.transition(to: Playing(), doing: "start") }
        func pause(_ player: Translation) -> Reaction { .unhandled }
        func stop(_ player: Translation) -> Reaction { .unhandled }
    }
    final class Stopped: State {}
    final class Playing: State {
        override func play(_ player: Translation) -> Reaction { .unhandled }
        override func pause(_ player: Translation) -> Reaction { player.transition(to: Paused(), doing: "halt") }
        override func stop(_ player: Translation) -> Reaction { player.transition(to: Stopped(), doing: "halt") }
    }
    final class Paused: State {
        override func pause(_ player: Translation) -> Reaction {
            player.log.append("blink")
            return .handled
        }
        override func stop(_ player: Translation) -> Reaction { player.transition(to: Stopped(), doing: "rewind") }
    }

    var log: [String] = []
    init() { super.init(initial: Stopped()) }

    func transition(to state: State, doing effect: String) -> Reaction {
        log.append(effect)
        return .transition(to: state)
    }
    func play() { delegate(State.play) }
    func pause() { delegate(State.pause) }
    func stop() { delegate(State.stop) }
}

private func take(_ log: inout [String]) -> [String] {
    defer { log = [] }
    return log
}

@Suite struct `The pattern in plain classes` {
    @Test func `is explored as it is, and agrees with its translation`() throws {
        var ends: [() -> Void] = []
        defer { for end in ends { end() } }
        let book = MachineModel(
            { () -> BookPlayer in
                let player = BookPlayer()
                ends.append { [weak player] in player?.state = nil }
                return player
            }, named: "book",
            requests: [
                .init(named: "play") { $0.state?.play() }, .init(named: "pause") { $0.state?.pause() },
                .init(named: "stop") { $0.state?.stop() },
            ],
            state: { $0.state.map { "\(type(of: $0))" } ?? "" }, trace: { take(&$0.log) })
        let translation = MachineModel(
            Translation.init, requests: [.init(Translation.play), .init(Translation.pause), .init(Translation.stop)],
            trace: { take(&$0.log) })
        #expect(try "\(translation.compare(with: book))" == "no difference in 3 states and 9 cells")
        let (graph, translated) = (try book.explore(), try translation.explore())
        #expect(graph.cells == translated.cells && graph.states == ["Stopped", "Playing", "Paused"])
        #expect(graph.cells[2].map(\.outcome) == [.transitioned, .handled, .transitioned])
        #expect(graph.unfreed == ["book"] && translated.unfreed == [])
    }

    @Test func `is not told by the type of an optional, and the error says so`() throws {
        class Mode {}
        final class On: Mode {}
        struct Lamp {
            var mode: Mode?, log: [String] = []
            mutating func press() {
                mode = mode is On ? Mode() : On()
                log.append(mode is On ? "light" : "dark")
            }
        }
        let lamp = MachineModel(
            { Lamp() }, requests: [.init(named: "press") { $0.press() }], state: { "\(type(of: $0.mode))" },
            trace: { take(&$0.log) })
        let error = #expect(throws: ExplorationError.self) { try lamp.explore() }
        #expect(error?.description.hasSuffix("unwrap it, as in “type(of: $0.state!)”.") == true)
    }

    @Test func `has unhandled requests, though they return nothing`() throws {
        final class Lamp {
            var isOn = false
            func press() { isOn.toggle() }
            func dim() {}
        }
        let lamp = MachineModel(
            Lamp.init, requests: [.init(Lamp.press, named: "press"), .init(Lamp.dim, named: "dim")],
            state: { $0.isOn ? "On" : "Off" })
        #expect(try lamp.explore().unhandledRequests == ["dim"])
    }

    @Test func `is asked as a context by requests that make none, or several`() throws {
        let player = MachineModel(
            Translation.init,
            requests: [
                .init(named: "nothing") { _ in },
                .init(named: "playAndPause") { player -> Void in
                    player.play(); player.pause()
                },
            ])
        let graph = try player.explore()
        #expect(graph.states == ["Stopped", "Paused"])
        #expect(graph.cells[0].map(\.outcome) == [nil, .transitioned] && graph.unhandledRequests == ["nothing"])
    }
}
