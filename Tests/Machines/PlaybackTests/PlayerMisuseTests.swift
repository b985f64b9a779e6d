import Playback
import StatePattern
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct PlayerMisuseTests {
    @Test func `A track with a negative duration traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Track("Backwards", duration: .nanoseconds(-1))
        }
        #expect(result?.errors.contains("A track cannot have a negative duration.") == true)
    }

    @Test(.blocking, arguments: [("@MainActor", true), ("nonisolated", false)])
    func `A player with reports that nothing could receive does not compile`(isolation: String, compiles: Bool) throws {
        let result = try Program.compileAndRun(
            "import Playback\n\(isolation) func make(_ engine: any PlaybackEngine) -> Player { Player(engine: engine) }"
        )
        #expect((result.status == 0) == compiles)
        #expect(result.errors.contains("any Actor") == !compiles)
    }

    @Test(arguments: [-1, 2, .max, .min])
    func `A place that the queue does not have is refused with a reason, and changes nothing`(index: Int) {
        let (player, engine) = Situation.advancing.reach()
        let reason = player.refusal { player.load([.gigue, .gigue], startingAt: index, position: .seconds(5)) }
        #expect(reason == "there is no track with index \(index) in a queue of 2")
        #expect(player.load([], startingAt: index) == .refused)
        #expect(player.queue == [.prelude, .fugue])
        #expect(player.position == .seconds(30))
        #expect(engine.commands == [])
    }

    @Test func `A track has its title for an identity, or another one`() {
        let (track, other) = (Track("Aria", duration: .zero), Track("Aria", id: "da capo", duration: .zero))
        #expect(track.id == "Aria")
        #expect(other.id == "da capo")
        #expect(track != other)
    }

    @Test func `A player with nothing to play refuses to play, and plays once there is something`() {
        let (player, engine) = Situation.stoppedWithoutQueue.reach()
        #expect(player.refusal { player.play() } == "there is nothing to play")
        #expect(player.loadNumber == 0)
        #expect(engine.commands.isEmpty)
        player.load([.prelude])
        #expect(player.play() == .transitioned)
    }

    @Test func `A report about a load that has not been made is dropped`() {
        let (player, engine) = Situation.advancing.reach()
        for report in PlaybackReport.all(ofLoad: 2) + PlaybackReport.all(ofLoad: -1) {
            #expect(player.receive(report) == .handled)
        }
        #expect(player.state.statePath == "Playing/Advancing")
        #expect(engine.commands.isEmpty)
    }
}
