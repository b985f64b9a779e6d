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
            (
                old: "class State: ContextState {\n        func didEnter",
                new: "class State: ContextState {\n        func eject() {}\n        func didEnter"
            ),
            (
                old: "final class Stopped: State {",
                new: "final class Stopped: State {\n        func eject() {}"
            ), foundBy: .compiler("overriding declaration requires an 'override' keyword")),
        Mistake(
            "a state forgets to override a request",
            (
                old: """
                        override func play(_ player: PlayerAsClasses) -> Reaction {
                            .handled
                        }

                """, new: ""
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
                old: """
                .transition(to: player.playing)
                        }

                        override func pause(
                """,
                new: """
                .transition(to: player.stopped)
                        }

                        override func pause(
                """
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
                        "play": { $0.play() }, "pause(at: 42)": { $0.pause(at: 42) },
                        "pause(at: 7)": { $0.pause(at: 7) }, "stop": { $0.stop() },
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
            (
                old: "\nextension PlayerAsClasses {\n    class State",
                new: """

                enum Loud {
                    final class Playing: PlayerAsClasses.Playing {
                        override func didEnter(_ player: PlayerAsClasses) {}
                    }
                }

                extension PlayerAsClasses {
                    class State
                """
            ),
            foundBy: .search(
                """
                classes and enum differ after play
                  classes: transitioned, Playing
                  enum:    transitioned, Playing [start]
                """)),
    ]

    @Test func `another object of the same class as superstate: the search finds hooks that should not run`() throws {
        func model(_ name: String, _ make: @escaping () -> PlayerInATree) -> MachineModel<String> {
            MachineModel(
                make, named: name,
                requests: ["play": { $0.play() }, "pause": { $0.pause() }, "stop": { $0.stop() }],
                trace: { $0.takeLog() })
        }
        let comparison = try model("right") { PlayerInATree() }.compare(with: model("wrong") { PlayerInTwoTrees() })
        #expect(
            "\(comparison)" == """
                right and wrong differ after play, pause
                  right: transitioned, Loaded/Paused
                  wrong: transitioned, Loaded/Paused [unload, load]
                """)
    }

    @Test func `another object of the same class as superstate of an initial substate: the core traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            PlayerInATree().delegate { _, _ in .transition(to: PlayerInTwoTrees.Loaded()) }
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            errors.contains("An initial substate must lie inside its state: that object, not another of its class."))
    }

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

/// A player with states that make a superstate where they should pass theirs on.
private final class PlayerInTwoTrees: PlayerInATree {
    override func pause() -> Outcome {
        delegate { state, player in
            state is Playing ? .transition(to: Paused(in: PlayerInATree.Loaded())) : state.pause(player)
        }
    }

    final class Loaded: PlayerInATree.Loaded {
        override var initialSubstate: State? { Playing(in: PlayerInATree.Loaded()) }
    }
}
