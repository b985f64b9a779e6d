import Playback
import StatePattern
import Testing

/// The commands that an engine gets, in order, and what it may do at once.
@Suite struct PlayerEngineTests {
    @Test func `The first request stops the engine once, so that both start alike`() {
        let engine = RecordingEngine()
        let player = Player(withoutListeningTo: engine)
        for _ in 1...2 { player.stop() }
        #expect(engine.commands == [.stop])
    }

    @Test func `A player that is deactivated stops the sound`() {
        let (player, engine) = Situation.advancing.reach()
        player.deactivate()
        #expect(engine.takeCommands() == [.pause])
        #expect(player.play() == .unhandled)
        player.activate()
        #expect(engine.takeCommands() == [.stop])
        #expect(player.play() == .transitioned)
    }

    @Test(arguments: [(Situation.paused, Player.Phase.advancing), (.pausedWhileStalled, .buffering)])
    func `The phase is that of the substate to come while the hooks of the superstate run`(
        situation: Situation, expected: Player.Phase
    ) {
        let (player, engine) = situation.reach()
        var phases: [Player.Phase] = []
        engine.onCommand = { [unowned player] _ in phases.append(player.phase) }
        player.play()
        #expect(phases == [expected])
        #expect(player.phase == expected)
    }

    @Test func `An engine may report a failure in the middle of a load`() {
        let (player, engine) = Situation.stopped.reach()
        engine.onCommand = { [unowned player] command in
            if case .load = command { player.failed(reason: "no such file", load: player.loadNumber) }
        }
        #expect(player.play() == .transitioned)
        #expect(player.state.statePath == "Stopped")
        #expect(player.lastFailure.map { $0 == (.prelude, "no such file") } == true)
        #expect(engine.commands == [.load(.prelude, number: 1), .play(number: 1), .pause, .stop])
    }

    @Test func `An engine may carry out a seek at once`() {
        let (player, engine) = Situation.paused.reach()
        engine.onCommand = { [unowned player, unowned engine] command in
            guard case .seek(let time, let number) = command else { return }
            engine.position = time + .seconds(1)
            player.sought(number, load: 1)
        }
        player.seek(to: .seconds(50))
        #expect(player.position == .seconds(51))
        #expect(player.state.statePath == "Paused")
    }
}
