import MachineModels
import Playback
import StatePattern
import TestSupport
import Testing

@MainActor @Suite struct PlayerOwnershipTests {
    @Test(arguments: Situation.allCases)
    func `Dropping a player frees it, its engine and its states`(situation: Situation) {
        var (player, engine): (Player?, RecordingEngine?) = situation.reach()
        player?.seek(to: .seconds(50))
        weak let remainingPlayer = player
        weak let remainingEngine = engine
        weak let remainingState = player?.state
        weak let remainingSuperstate = player?.state.superstate
        #expect(remainingState != nil)

        engine = nil
        #expect(remainingEngine != nil, "a player keeps its engine alive")
        player = nil

        #expect(remainingPlayer == nil)
        #expect(remainingEngine == nil)
        #expect(remainingState == nil)
        #expect(remainingSuperstate == nil)
    }

    @Test func `A state that has been left is freed at once`() {
        let (player, _) = Situation.advancing.reach()
        weak let advancing = player.state
        player.stalled(load: 1)
        #expect(advancing == nil)
    }

    @Test func `A player that was never asked anything is freed`() {
        var player: Player? = Player()
        weak let remaining = player
        player = nil
        #expect(remaining == nil)
    }

    @Test func `Neither an observer nor the timer of the engine keeps a player alive`() async {
        let clock = ManualClock()
        var player: Player? = Player(engine: SimulatedEngine(clock: clock))
        weak let remaining = player
        let changes = player?.changes { "\($0)" }
        let token = player?.observe { _ in }
        player?.load([.prelude])
        player?.play()
        await clock.waitForSleepers(1)

        player = nil

        #expect(remaining == nil)
        #expect(clock.sleepers == 0)
        token?.cancel()
        var journal: [String] = []
        for await change in changes ?? AsyncStream(unfolding: { nil }) { journal.append(change) }
        #expect(journal == ["activate(): Stopped → Stopped", "play(): Stopped → Playing/Advancing"])
    }
}
