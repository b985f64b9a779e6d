import EnumTwins
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
        #expect(engine.takeCommands() == [.load(.prelude, number: 1), .play])
    }

    @Test func `A queue is played to its end track by track, without a pause between tracks`() {
        player.load([.prelude, .fugue])
        player.play()
        _ = engine.takeCommands()

        player.finished(load: 1)
        #expect(engine.takeCommands() == [.load(.fugue, number: 2)])
        player.finished(load: 2)
        #expect(engine.takeCommands() == [.pause, .stop])
        #expect(player.track == .prelude)
    }

    @Test func `A pause and its end are one command each`() {
        let (player, engine) = Situation.advancing.reach()
        player.pause()
        player.pause()
        #expect(engine.takeCommands() == [.pause])
        player.play()
        player.play()
        #expect(engine.takeCommands() == [.play])
    }

    @Test func `Stopping a paused player does not pause the engine again`() {
        let (player, engine) = Situation.paused.reach()
        player.stop()
        #expect(engine.commands == [.stop])
    }

    @Test func `After a stop the current track is played again, from the beginning and as a new load`() {
        let (player, engine) = Situation.advancing.reach()
        player.finished(load: 1)
        player.stop()
        _ = engine.takeCommands()
        player.play()
        #expect(engine.commands == [.load(.fugue, number: 3), .play])
    }

    @Test(arguments: Situation.loaded)
    func `A new queue is loaded, and the engine continues to play or to pause`(situation: Situation) {
        let (player, engine) = situation.reach()
        player.load([.gigue])
        #expect(engine.commands == [.load(.gigue, number: 2)])
    }

    @Test(arguments: Situation.loaded)
    func `A new queue begins with its first track, wherever the old one was`(situation: Situation) {
        let (player, engine) = situation.reach()
        player.finished(load: 1)
        _ = engine.takeCommands()
        player.load([.gigue, .prelude])
        #expect(engine.takeCommands() == [.load(.gigue, number: 3)])
        player.finished(load: 3)
        player.stop()
        player.load([.fugue, .gigue])
        #expect(player.track == .fugue)
    }

    @Test func `A paused player is given the next track and stays paused`() {
        let (player, engine) = Situation.paused.reach()
        player.finished(load: 1)
        #expect(engine.takeCommands() == [.load(.fugue, number: 2)])
        player.play()
        #expect(engine.takeCommands() == [.play])
    }

    @Test(arguments: Situation.loaded)
    func `A seek is one numbered command in every situation`(situation: Situation) {
        let (player, engine) = situation.reach()
        player.seek(to: .seconds(50))
        player.seek(to: .seconds(70))
        #expect(engine.commands == [.seek(.seconds(50), number: 1), .seek(.seconds(70), number: 2)])
    }

    @Test(arguments: Situation.allCases)
    func `Reports of a stall, of its end and of a seek lead to no command`(situation: Situation) {
        let (player, engine) = situation.reach()
        player.stalled(load: player.loadNumber)
        player.recovered(load: player.loadNumber)
        player.sought(0, load: player.loadNumber)
        #expect(engine.commands.isEmpty)
    }

    @Test func `A failure stops the engine, and the track can be tried again`() {
        let (player, engine) = Situation.advancing.reach()
        player.failed(reason: "tape torn", load: 1)
        #expect(engine.takeCommands() == [.pause, .stop])
        #expect(player.lastFailure == PlaybackFailure(track: .prelude, reason: "tape torn"))

        player.stop()
        player.load([.prelude])
        #expect(player.lastFailure != nil)

        player.play()
        #expect(engine.takeCommands() == [.load(.prelude, number: 2), .play])
        #expect(player.lastFailure == nil)
    }

    @Test(arguments: [
        (Request.loadNothing, Situation.advancing, [RecordingEngine.Command.pause, .stop]),
        (.loadNothing, .paused, [.stop]),
        (.loadNothing, .stopped, []),
        (.play, .stoppedWithoutQueue, []),
        (.pause, .stopped, []),
        (.seek, .stopped, []),
        (.failed, .stopped, []),
    ])
    func `A request that stops nothing and plays nothing leads to no command`(
        request: Request, situation: Situation, commands: [RecordingEngine.Command]
    ) {
        let (player, engine) = situation.reach()
        _ = request.make(of: player, on: engine)
        #expect(engine.commands == commands)
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
