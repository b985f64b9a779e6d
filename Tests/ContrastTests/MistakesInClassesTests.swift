import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import Contrast

/// Mistakes in the classes, and what finds each: the compiler, the search, the core's traps, or nothing.
@Suite(.blocking, .timeLimit(.minutes(60))) struct `Mistakes in the classes` {
    @Test(arguments: mistakes) func `are found`(mistake: Mistake) throws { try mistake.expectToBeFound() }

    static let mistakes = [
        Mistake(
            "none at all, so that the others are found for what they are",
            foundBy: .search("no difference in 3 states and 9 cells")),
        Mistake(
            "a method that should override one does not say so",
            (old: "override func stop(_ player: PlayerAsClasses)", new: "func stop(_ player: PlayerAsClasses)"),
            foundBy: .compiler("overriding declaration requires an 'override' keyword")),
        Mistake(
            "a state forgets to override a request",
            (
                old: "override func play(_ player: PlayerAsClasses) -> Reaction {\n            .handled",
                new: "func eject(_ player: PlayerAsClasses) -> Reaction {\n            .handled"
            ),
            foundBy: .search(
                """
                classes and enum differ after play, play
                  classes: unhandled, Playing
                  enum:    handled, Playing
                """)),
        Mistake(
            "a state goes to the wrong one",
            (
                old: ".transition(to: player.playing)\n        }\n\n        override func pause(",
                new: ".transition(to: player.stopped)\n        }\n\n        override func pause("
            ),
            foundBy: .search(
                """
                classes and enum differ after play, pause(at: 42), play
                  classes: transitioned, Stopped
                  enum:    transitioned, Playing [start]
                """)),
        Mistake(
            "a state is kept that should be made for the occasion",
            (
                old: ".transition(to: Paused(at: second))",
                new: """
                let kept = paused ?? Paused(at: second)
                paused = kept
                return .transition(to: kept)
                """
            ),
            (old: "    class Playing: State {", new: "    class Playing: State {\n        private var paused: Paused?"),
            search: """
                // A comparison takes the second `Playing` for the first one; an exploration checks that.
                print(try PlayerModels.classes().compare(with: PlayerModels.enum()))
                let twoPauses = MachineModel(
                    { PlayerAsClasses() },
                    requests: [
                        .init(PlayerAsClasses.play), .init(PlayerAsClasses.pause, 42, 7), .init(PlayerAsClasses.stop),
                    ],
                    data: { player in (player.state as? PlayerAsClasses.Paused).map { "at \\($0.second)" } ?? "" },
                    trace: { $0.engine.takeLog() })
                do { _ = try twoPauses.explore() } catch { print(error) }
                """,
            foundBy: .search(
                """
                no difference in 3 states and 9 cells
                “Playing” does not say all that the behavior depends on: “pause(at: 7)” led to transitioned, Paused, \
                at 7 [halt] after play, but to transitioned, Paused, at 42 [halt] after play, pause(at: 42), play. \
                Let the model’s data or state tell the rest, or each state its own “name”.
                """)),
        Mistake(
            "a hook forgets to call the one that it overrides",
            (old: "let playing = Playing()", new: "let playing: Playing = Loud.Playing()"),
            search: """
                print(try PlayerModels.classes().compare(with: PlayerModels.enum()))
                enum Loud {
                    final class Playing: PlayerAsClasses.Playing {
                        override func didEnter(_ player: PlayerAsClasses) {}
                    }
                }
                """,
            foundBy: .search(
                """
                classes and enum differ after play
                  classes: transitioned, Playing
                  enum:    transitioned, Playing [start]
                """)),
        Mistake(
            "a state makes a superstate where it should pass its own on",
            (old: ".transition(to: Waiting(in: home))", new: ".transition(to: Waiting(in: Enabled()))"),
            files: Mistake.socketFiles,
            foundBy: .search(
                """
                classes and enum differ after connect, didFail
                  classes: transitioned, Enabled/Waiting [close, startTimer]
                  enum:    transitioned, Enabled/Waiting [startTimer]
                """)),
        Mistake(
            "an initial substate does",
            (old: "{ Idle(in: self) }", new: "{ Idle(in: Suspended(in: enabled)) }"),
            files: Mistake.socketFiles,
            foundBy: .trap("An initial substate must lie inside its state: that object, not another of its class.")),
    ]

    @Test func `an observer that captures its own player: nothing finds that the player is never freed`() {
        weak var weakly: PlayerAsClasses?
        let token: ObservationToken
        do {
            let player = PlayerAsClasses()
            weakly = player
            token = player.observe { _ in _ = player.state }
        }
        #expect(weakly != nil)
        token.cancel()
        #expect(weakly == nil)
    }
}
