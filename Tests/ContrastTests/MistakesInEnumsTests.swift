import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import Contrast

/// Mistakes in the enum, and what finds each: the compiler, the search, or nothing.
@Suite(.blocking) struct `Mistakes in the enum` {
    @Test(arguments: mistakes) func `are found`(mistake: Mistake) throws { try mistake.expectToBeFound() }

    private static let newState = (old: "        case playing\n", new: "        case playing\n        case muted\n")
    private static let newRequest = (
        old: "        case play\n        case pause(at: Int)\n",
        new: "        case play\n        case mute\n        case pause(at: Int)\n"
    )
    private static let newRow = (
        old: "        case (.playing, .stop):\n",
        new: """
                case (.playing, .mute):
                    state = .muted
                    return (.transitioned, nil)
                case (.playing, .stop):

        """
    )

    static let mistakes = [
        Mistake(
            "a new state gets no cells", newState,
            foundBy: .compiler("switch must be exhaustive")),
        Mistake(
            "a way out forgets what belongs to it",
            (
                old: """
                        case (.playing, .stop):
                            state = .stopped
                            return (.transitioned, .halt)
                """,
                new: """
                        case (.playing, .stop):
                            state = .stopped
                            return (.transitioned, nil)
                """
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
                old: """
                let (outcome, command) = player.handle(request)
                            if let command { engine.perform(command) }
                            return outcome
                """,
                new: "player.handle(request)\n            return .handled"
            ),
            foundBy: .compiler("result of call to 'handle' is unused")),
        Mistake(
            "a default swallows a new state", newState, newRequest, newRow,
            (old: "        case (.stopped, .pause):\n", new: "        default:\n"),
            files: ["Player/PlayerAsEnum.swift", "Recorder.swift"],
            search: """
                let requests: [PlayerAsEnum.Request] = [.play, .mute, .pause(at: 42), .stop]
                let player = MachineModel(
                    { PlayerAsEnum() }, requests: .init(requests) { $0.handle($1).outcome },
                    state: { "\\($0.state)" })
                print(try player.explore().deadEnds)
                """,
            foundBy: .search("[\"muted\"]")),
    ]

    @Test func `an observer makes a request while others are notified: nothing finds the wrong order`() {
        let player = ObservedEnum()
        var heard: [PlayerAsEnum.State] = []
        player.observe { [unowned player] in if $0 == .playing { player.handle(.stop) } }
        player.observe { heard.append($0) }
        player.handle(.play)
        #expect(heard == [.stopped, .playing])
        #expect(player.state == .stopped, "The observer heard the last state first.")
    }
}

/// The enum with observers, as they are added at first: a list that gets each change.
private final class ObservedEnum {
    private var player = PlayerAsEnum()
    private var observers: [(PlayerAsEnum.State) -> Void] = []

    var state: PlayerAsEnum.State { player.state }

    func observe(_ body: @escaping (PlayerAsEnum.State) -> Void) { observers.append(body) }

    func handle(_ request: PlayerAsEnum.Request) {
        guard player.handle(request).outcome == .transitioned else { return }
        let state = player.state
        for observer in observers { observer(state) }
    }
}
