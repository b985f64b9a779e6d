import Foundation
import Playback
import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite struct `The picture of an evening` {
    /// Two pieces, a bad line and a telephone.
    @Test func `is the one in the documentation`() throws {
        let (clock, player) = (ManualClock(), makePlayer().player)
        let log = FunnelLog(of: "player", clock: clock)
        log.log.follow(player, named: "player")
        player.load([.prelude, .fugue])
        let evening: [(seconds: Double, request: () -> Outcome)] = [
            (40, { player.play() }), (0.35, { player.stalled(load: 1) }), (4, { player.recovered(load: 1) }),
            (900, { player.stalled(load: 1) }), (21, { player.recovered(load: 1) }), (420, { player.paused(play: 1) }),
            (760, { player.play() }), (1_310, { player.finished(load: 1) }), (1_800, { player.finished(load: 2) }),
        ]
        for (seconds, request) in evening {
            clock.advance(by: .seconds(seconds))
            _ = request()
        }
        clock.advance(by: .seconds(75))
        let picture = try log.svg(beside: Player.overview.explore().merged(showsEffects: false))
        let kept = Program.package.appending(path: "Sources/Machines/Playback/Playback.docc/evening.svg")
        #expect(try picture == String(contentsOf: kept, encoding: .utf8))
        #expect(try PictureGeometry(picture).problems == [])
    }
}
