import Foundation
import Playback
import StateExploration
import TestSupport
import Testing

/// The picture in the documentation of the player: an evening with two pieces, a bad line and a telephone.
@Suite struct `The picture of an evening` {
    private let clock = ManualClock()
    private let player = makePlayer().player
    private let log: FunnelLog<ManualClock>

    init() {
        log = FunnelLog(of: "player", clock: clock)
        log.log.follow(player, named: "player")
        player.load([.prelude, .fugue])
        after(.seconds(40)) { player.play() }
        after(.milliseconds(350)) { player.stalled(load: 1) }
        after(.seconds(4)) { player.recovered(load: 1) }
        after(.seconds(900)) { player.stalled(load: 1) }
        after(.seconds(21)) { player.recovered(load: 1) }
        after(.seconds(420)) { player.paused(play: 1) }
        after(.seconds(760)) { player.play() }
        after(.seconds(1_310)) { player.finished(load: 1) }
        after(.seconds(1_800)) { player.finished(load: 2) }
        clock.advance(by: .seconds(75))
    }

    private func after(_ time: Duration, _ request: () -> Void) {
        clock.advance(by: time)
        request()
    }

    @Test func `is the one in the documentation`() throws {
        let picture = try log.svg(beside: Player.overview.explore().merged(showsEffects: false))
        let kept = Program.package.appending(path: "Sources/Machines/Playback/Playback.docc/evening.svg")
        #expect(try picture == String(contentsOf: kept, encoding: .utf8))
        #expect(try PictureGeometry(picture).problems == [])
    }
}
