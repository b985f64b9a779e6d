import EnumTwins
import Playback
import StatePattern
import Testing

/// Mistakes that other players have made.
@Suite struct PlayerPitfallTests {
    @Test func `Buffering is not shown as paused`() {
        let (player, engine) = Situation.advancing.reach()
        player.stalled(load: 1)
        #expect(player.state.path == "Playing/Buffering")
        player.recovered(load: 1)
        #expect(player.state.path == "Playing/Advancing")
        #expect(engine.commands.isEmpty, "the engine goes on playing without a command")
    }

    @Test func `Seeking is not shown as paused`() {
        let (player, _) = Situation.advancing.reach()
        var transitions = 0
        player.observe { _ in transitions += 1 }
        player.seek(to: .seconds(50))
        #expect(player.state.path == "Playing/Advancing")
        player.sought(1, load: 1)
        #expect(player.state.path == "Playing/Advancing")
        #expect(transitions == 0)
    }

    @Test(arguments: [Situation.paused, .pausedWhileStalled])
    func `A seek does not resume a paused player`(situation: Situation) {
        let (player, engine) = situation.reach()
        player.seek(to: .seconds(50))
        player.sought(1, load: 1)
        #expect(player.state.path == "Paused")
        #expect(engine.commands == [.seek(.seconds(50), number: 1)])
    }

    @Test(arguments: Situation.loaded)
    func `The old position is not shown again before a seek ends`(situation: Situation) {
        let (player, engine) = situation.reach()
        player.seek(to: .seconds(50))
        engine.position = .seconds(31)
        #expect(player.position == .seconds(50))
        engine.position = .seconds(50)
        player.sought(1, load: 1)
        #expect(player.position == .seconds(50))
    }

    @Test func `A second seek does not lose the play state`() {
        let (player, _) = Situation.advancing.reach()
        player.seek(to: .seconds(50))
        player.seek(to: .seconds(70))
        player.sought(1, load: 1)
        player.sought(2, load: 1)
        #expect(player.state.path == "Playing/Advancing")
    }

    @Test func `A second seek is not lost while the first one runs`() {
        let (player, engine) = Situation.advancing.reach()
        player.seek(to: .seconds(50))
        player.seek(to: .seconds(70))
        #expect(engine.commands.last == .seek(.seconds(70), number: 2))
        engine.position = .seconds(50)
        player.sought(1, load: 1)
        #expect(player.position == .seconds(70))
    }

    // An engine cannot even say "paused"; what it can still say late is what a pause leaves behind.
    @Test func `No late report of an engine overrides a new play`() {
        let (player, engine) = Situation.advancing.reach()
        player.pause()
        player.play()
        #expect(engine.takeCommands() == [.pause, .play])
        for report in [PlaybackReport.stalled(load: 1), .recovered(load: 1), .sought(0, load: 1)] {
            player.receive(report)
        }
        #expect(player.state.path == "Playing/Advancing")
        #expect(engine.commands.isEmpty)
    }

    @Test func `A pause during the first buffering does not become a stop`() {
        let (player, engine) = Situation.stopped.reach()
        player.play()
        player.stalled(load: 1)
        _ = engine.takeCommands()

        #expect(player.pause() == .transitioned)
        #expect(player.state.path == "Paused")
        #expect(engine.takeCommands() == [.pause])

        player.recovered(load: 1)
        #expect(player.state.path == "Paused")
        player.play()
        #expect(player.state.path == "Playing/Advancing")
        #expect(engine.takeCommands() == [.play], "what is loaded is not loaded again")
    }
}
