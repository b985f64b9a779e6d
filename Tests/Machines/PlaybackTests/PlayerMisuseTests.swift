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

    @Test func `A player with nothing to play, or beyond the ends of its queue, says why it refuses`() {
        let (player, engine) = Situation.stoppedWithoutQueue.reach()
        #expect(player.refusal { player.play() } == "there is nothing to play")
        #expect(player.loadNumber == 0 && engine.commands == [])
        player.load([.prelude, Track("Prelude", id: "da capo", duration: .zero)])
        #expect(player.play() == .transitioned)
        #expect(player.refusal { player.previous() } == "there is no previous track")
        #expect(player.next() == .transitioned)
        #expect(player.refusal { player.next() } == "there is no next track")
        #expect(player.queue.map(\.id) == ["Prelude", "da capo"])
    }
}
