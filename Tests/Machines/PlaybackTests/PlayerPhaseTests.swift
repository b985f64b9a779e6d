import Playback
import StateExploration
import StatePattern
import Testing

/// The classes of a player's states, and its phases.
@Suite struct `The phase of a player` {
    @Test(arguments: [(Situation.paused, Player.Phase.advancing), (.pausedWhileStalled, .buffering)])
    func `is that of the substate to come while the hooks of the superstate run`(
        situation: Situation, expected: Player.Phase
    ) {
        let (player, engine) = situation.reach()
        var phases: [Player.Phase] = []
        engine.onCommand = { [unowned player] _ in phases.append(player.phase) }
        player.play()
        #expect(phases == [expected])
        #expect(player.phase == expected)
    }

    @Test func `can be stored, and reads like the path of the state`() {
        #expect(Player.Phase.allCases.map(\.rawValue) == ["stopped", "advancing", "buffering", "paused"])
        #expect(
            Player.Phase.allCases.map { "\($0)" } == ["Stopped", "Playing/Advancing", "Playing/Buffering", "Paused"])
    }
}
