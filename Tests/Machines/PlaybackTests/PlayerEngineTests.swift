import MachineModels
import Playback
import StatePattern
import Testing

/// The commands an engine gets, in order.
@Suite struct PlayerEngineTests {
    private let engine = RecordingEngine()
    private let player: Player

    init() {
        player = Player(withoutListeningTo: engine)
    }

    @Test func `The first request stops the engine once, so that both start alike`() {
        player.stop()
        player.stop()
        #expect(engine.commands == [.stop])
    }

    @Test func `A queue is only loaded into the engine when it should be played`() {
        player.load([.prelude, .fugue])
        #expect(engine.takeCommands() == [.stop])
        player.play()
        #expect(engine.takeCommands() == [.load(.prelude, number: 1), .play(number: 1)])
    }

    @Test func `After a stop the current track is played again, from the beginning and as a new load`() {
        let (player, engine) = Situation.advancing.reach()
        player.finished(load: 1)
        player.stop()
        _ = engine.takeCommands()
        player.play()
        #expect(engine.commands == [.load(.fugue, number: 3), .play(number: 2)])
    }

    @Test(arguments: Situation.loaded)
    func `A seek is one numbered command in every situation`(situation: Situation) {
        let (player, engine) = situation.reach()
        player.seek(to: .seconds(50))
        player.seek(to: .seconds(70))
        #expect(engine.commands == [.seek(.seconds(50), number: 1), .seek(.seconds(70), number: 2)])
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
}
