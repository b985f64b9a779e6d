import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import Contrast

/// Mistakes in the enum, and what finds each: the compiler, the search, or nothing.
@Suite(.blocking) struct `Mistakes in the enum` {
    @Test(arguments: mistakes) func `are found`(mistake: Mistake) throws { try mistake.expectToBeFound() }

    private static let newState = (old: "case playing\n", new: "case playing\n case muted\n")

    static let mistakes = [
        Mistake("a new state gets no cells", newState, foundBy: .compiler("switch must be exhaustive")),
        Mistake(
            "a new request gets none", (old: "case play\n", new: "case play\n case mute\n"),
            foundBy: .compiler("switch must be exhaustive")),
        Mistake(
            "a way out forgets what belongs to it",
            (
                old: "state = .stopped\n            return (.transitioned, .halt)",
                new: "state = .stopped\n            return (.transitioned, nil)"
            ),
            foundBy: .search(
                """
                classes and enum differ after play, stop
                  classes: transitioned, Stopped [halt]
                  enum:    transitioned, Stopped
                """)),
        Mistake(
            "a request is handled that should not be",
            (
                old: "case (.playing, .pause(let second)):",
                new: "case (.playing, .pause(let second)), (.stopped, .pause(let second)):"
            ),
            (old: "        case (.stopped, .pause):\n            return (.unhandled, nil)\n", new: ""),
            foundBy: .search(
                """
                classes and enum differ after pause(at: 42)
                  classes: unhandled, Stopped
                  enum:    transitioned, Paused, at 42 [halt]
                """)),
        Mistake(
            "a state goes to the wrong one",
            (old: "case (.stopped, .play), (.paused, .play):", new: "case (.stopped, .play):"),
            (old: "case (.paused, .stop):", new: "case (.paused, .stop), (.paused, .play):"),
            foundBy: .search(
                """
                classes and enum differ after play, pause(at: 42), play
                  classes: transitioned, Playing [start]
                  enum:    transitioned, Stopped
                """)),
        Mistake(
            "the owner handles a request in a copy",
            (
                old: "let (outcome, command) = player.handle(request)",
                new: "var player = player\n            let (outcome, command) = player.handle(request)"
            ),
            foundBy: .search(
                """
                classes and enum differ after play
                  classes: transitioned, Playing [start]
                  enum:    transitioned, Stopped [start]
                """)),
        Mistake(
            "the owner does not carry out what is returned",
            (
                old: "let (outcome, command) = player.handle(request)",
                new: "player.handle(request)\n let (outcome, command): (Outcome, Engine.Command?) = (.handled, nil)"
            ),
            foundBy: .compiler("result of call to 'handle' is unused")),
        Mistake(
            "a default swallows a new state", newState,
            (
                old: "state = .stopped\n            return (.transitioned, .halt)",
                new: "state = .muted\n            return (.transitioned, .halt)"
            ), (old: "case (.stopped, .pause):", new: "default:"),
            search: "print(try PlayerModels.enum().explore().deadEnds)", foundBy: .search("[\"Muted\"]")),
    ]

    /// The observers are a list that gets each change, as they are added at first.
    @Test func `an observer makes a request while others are notified: nothing finds the wrong order`() {
        var (player, heard) = (PlayerAsEnum(), [PlayerAsEnum.State]())
        var observers: [(PlayerAsEnum.State) -> Void] = []
        func handle(_ request: PlayerAsEnum.Request) {
            guard player.handle(request).outcome == .transitioned else { return }
            let state = player.state
            for observer in observers { observer(state) }
        }
        observers = [{ if $0 == .playing { handle(.stop) } }, { heard.append($0) }]
        handle(.play)
        #expect(heard == [.stopped, .playing])
        #expect(player.state == .stopped, "The observer heard the last state first.")
    }
}
