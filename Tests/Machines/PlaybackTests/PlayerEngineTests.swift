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
