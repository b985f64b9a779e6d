import Playback
import StatePattern
import TestSupport
import Testing

/// The place in the queue, and the way to another one.
@Suite struct PlayerQueueTests {
    @Test func `The place in the queue tells a track from the same one later on`() {
        let queue = ["A", "B", "A", "C"].map { Track($0) }
        let (player, engine) = makePlayer()
        player.load(queue)
        player.play()
        #expect(player.queueIndex == 0)
        player.next()
        player.next()
        #expect(player.track == queue[0])
        #expect(player.queueIndex == 2)
        // What follows the current track.
        player.load(Array(player.queue[3...]))
        #expect(engine.commands.last == .load(Track("C"), number: 4))
        player.finished(load: 4)
        #expect(player.queueIndex == 0)
        player.load([])
        #expect(player.queueIndex == nil)
    }

    @Test func `A saved place shows before it is played, and is heard from there`() {
        let clock = ManualClock()
        let player = Player(withoutListeningTo: SimulatedEngine(clock: clock))
        player.load([.prelude, .fugue], startingAt: 1, position: .seconds(42))
        #expect(player.queueIndex == 1)
        #expect(player.position == .seconds(42))
        player.play()
        #expect(player.position == .seconds(42))
        clock.advance(by: .seconds(3))
        #expect(player.position == .seconds(45))
    }

    @Test(arguments: [PlayerRequest.stop, .previous, .load])
    func `A saved place is forgotten by what leads away from it`(request: PlayerRequest) {
        let (player, engine) = Situation.stoppedInSecondAtPlace.reach()
        player.perform(request)
        #expect(player.position == .zero)
        player.play()
        player.next()
        #expect(engine.commands.allSatisfy { !$0.words.contains(" at ") })
    }

    @Test func `A track that cannot be played is passed over by the app, without another load`() {
        let (player, engine) = makePlayer()
        player.load([.prelude, .fugue, .gigue])
        player.observe { [unowned player] transition in
            guard transition.request == "failed(reason:load:)" else { return }
            if player.next() == .queued { player.play() }
        }
        player.play()
        player.failed(reason: "tape torn", load: 1)
        player.failed(reason: "no such file", load: 2)
        #expect(player.track == .gigue)
        #expect(player.phase == .advancing)
        #expect(engine.commands.filter { $0.words.hasPrefix("load") }.count == 3)
    }
}
