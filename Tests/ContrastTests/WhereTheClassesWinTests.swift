import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import Contrast

/// The claims of “Class or enum?” for the classes, one test each.
@Suite struct `Where the classes win` {
    private let player = PlayerAsClasses()

    /// The hooks of an enum in `didSet` run on every way as well; but only its own file can add a way.
    @Test func `hooks run on every way in and out, also on one that another file adds`() {
        player.play()
        player.eject()
        #expect(player.state is PlayerAsClasses.Ejected)
        #expect(player.engine.takeLog() == ["start", "halt"])
        player.insert()
        #expect(player.engine.takeLog() == ["start"])
    }

    @Test func `a state without a line refuses what its family does not answer for all`() {
        player.eject()
        #expect([player.play(), player.pause(at: 42), player.stop()] == [.unhandled, .unhandled, .transitioned])
    }

    @Test func `a state is added in another file, and nothing that is there is touched`() throws {
        let requests: RequestList<PlayerAsClasses> = [
            "play": { $0.play() }, "pause": { $0.pause(at: 42) }, "stop": { $0.stop() }, "eject": { $0.eject() },
            "skim": { $0.skim() },
        ]
        let graph = try MachineModel({ PlayerAsClasses() }, requests: requests).explore()
        #expect(graph.states == ["Stopped", "Playing", "Ejected", "Paused", "Skimming"])
        #expect(graph.deadEnds == [])
    }

    @Test func `a state that is like another one inherits from it, hooks included`() {
        player.play()
        player.skim()
        #expect(player.engine.takeLog() == ["start", "halt", "start"])
        #expect(player.play() == .transitioned, "It overrides this.")
        player.skim()
        #expect(player.pause(at: 42) == .transitioned, "It inherits that.")
    }

    /// `MistakesInEnumsTests` has the same of an enum with a list of observers.
    @Test func `observers get all transitions in order, although one of them makes a request`() {
        var heard: [String] = []
        player.observe { [unowned player] in if $0.target is PlayerAsClasses.Playing { player.stop() } }
        player.observe { heard.append("\($0)") }
        player.play()
        #expect(heard == ["activate(): Stopped → Stopped", "play(): Stopped → Playing", "stop(): Playing → Stopped"])
    }

    @Test func `a request in a hook waits until the transition is complete`() {
        var heard: [String] = []
        player.activate()
        player.observe { heard.append("\($0)") }
        player.delegate(request: "startBroken()") { _, _ in .transition(to: PlayerAsClasses.Broken()) }
        #expect(heard == ["startBroken(): Stopped → Broken", "stop(): Broken → Stopped"])
        #expect(player.engine.takeLog() == ["start", "halt"], "The engine was started before it was halted.")
    }

    @Test func `a request waits for a state that can answer it, in a word`() {
        player.delegate(request: "load()") { _, _ in .transition(to: PlayerAsClasses.Loading()) }
        #expect(player.play() == .deferred)
        #expect(player.stop() == .transitioned)
        #expect(player.state is PlayerAsClasses.Playing)
    }
}

/// States that a client adds.
extension PlayerAsClasses {
    @discardableResult fileprivate func eject() -> Outcome { delegate { _, _ in .transition(to: Ejected()) } }
    @discardableResult fileprivate func insert() -> Outcome { delegate { .transition(to: $1.playing) } }
    @discardableResult fileprivate func skim() -> Outcome {
        delegate { state, _ in state is Playing ? .transition(to: Skimming()) : .unhandled }
    }

    fileprivate final class Ejected: State {}

    /// Plays faster; otherwise it is as `Playing`.
    fileprivate final class Skimming: Playing {
        override func play(_ player: PlayerAsClasses) -> Reaction { .transition(to: player.playing) }
    }

    /// Finds in its entry hook that it cannot play.
    fileprivate final class Broken: Playing {
        override func didEnter(_ player: PlayerAsClasses) {
            #expect(player.stop() == .queued)
            super.didEnter(player)
        }
    }

    fileprivate final class Loading: State {
        override func play(_ player: PlayerAsClasses) -> Reaction { .deferred }
    }
}
