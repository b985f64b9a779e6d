import EnumTwins
import Playback
import StatePattern
import TestSupport
import Testing

@Suite struct PlayerMisuseTests {
    @Test func `A track with a negative duration traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Track("Backwards", duration: .nanoseconds(-1))
        }
        let words = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(words?.contains("A track cannot have a negative duration.") == true)
    }

    @Test(.blocking, arguments: [("@MainActor", true), ("nonisolated", false)])
    func `A player with reports that nothing could receive does not compile`(isolation: String, compiles: Bool) throws {
        let result = try Program.compileAndRun("import Playback\n\(isolation) func make() -> Player { Player() }")
        #expect((result.status == 0) == compiles)
        #expect(result.errors.contains("any Actor") == !compiles)
    }

    @Test func `A track has its title for an identity, or another one`() {
        let (track, other) = (Track("Aria", duration: .zero), Track("Aria", id: "da capo", duration: .zero))
        #expect(track.id == "Aria")
        #expect(other.id == "da capo")
        #expect(track != other)
    }

    @Test func `A track may have no length`() {
        #expect(Track("Silence", duration: .zero).duration == .zero)
    }

    @Test(arguments: [Situation.stoppedWithoutQueue, .stopped])
    func `A seek while stopped is refused and not remembered`(situation: Situation) {
        let (player, engine) = situation.reach()
        #expect(player.seek(to: .seconds(50)) == .unhandled)
        #expect(player.position == .zero)
        #expect(player.seekNumber == 0)
        player.play()
        #expect(player.position == .zero)
        #expect(!engine.commands.contains(.seek(.seconds(50), number: 1)))
    }

    @Test func `A player with nothing to play refuses to play, and plays once there is something`() {
        let (player, engine) = Situation.stoppedWithoutQueue.reach()
        #expect(player.play() == .refused)
        #expect(player.lastRefusal.map { "\($0)" } == "there is nothing to play")
        #expect(player.loadNumber == 0)
        #expect(engine.commands.isEmpty)
        player.load([.prelude])
        #expect(player.play() == .transitioned)
    }

    @Test(arguments: Situation.loaded)
    func `An empty queue leaves nothing to play`(situation: Situation) {
        let (player, _) = situation.reach()
        player.finished(load: 1)
        player.load([])
        #expect(player.track == nil)
        #expect(player.queue.isEmpty)
        #expect(player.play() == .refused)
    }

    @Test func `A report about a load that has not been made is dropped`() {
        let (player, engine) = Situation.advancing.reach()
        for report in PlaybackReport.all(ofLoad: 2) + PlaybackReport.all(ofLoad: -1) {
            #expect(player.receive(report) == .handled)
        }
        #expect(player.state.path == "Playing/Advancing")
        #expect(engine.commands.isEmpty)
    }
}
