import EnumTwins
import Foundation
import Playback
import StateExploration
import TestSupport
import Testing

/// The picture in the documentation of the player: an evening with two pieces, a bad line and a telephone.
@Suite struct `The picture of an evening` {
    private let clock = ManualClock()
    private let player = Player(engine: RecordingEngine())
    private let log: StateTimes<ManualClock>

    init() {
        log = StateTimes(of: player, clock: clock)
        player.load([.prelude, .fugue])
        after(.seconds(40)) { player.play() }
        after(.milliseconds(350)) { player.stalled(load: 1) }
        after(.seconds(4)) { player.recovered(load: 1) }
        after(.seconds(900)) { player.stalled(load: 1) }
        after(.seconds(21)) { player.recovered(load: 1) }
        after(.seconds(420)) { player.pause() }
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
        let picture = try log.svg(beside: PlayerContrast.overview.explore().merged())
        let kept = Program.package.appending(path: "Sources/Machines/Playback/Playback.docc/evening.svg")
        #expect(try picture == String(contentsOf: kept, encoding: .utf8))
        #expect(try PictureGeometry(picture).problems == [])
    }

    @Test func `has a row for each state, in the order of the chart`() throws {
        let picture = try PictureGeometry(log.svg(beside: PlayerContrast.overview.explore().merged()))
        #expect(
            picture.entries.map { $0.texts.map(\.text).joined(separator: " ") } == [
                "Stopped 2 1m 55s", "Playing 2 1h 14m", "Advancing 5 1h 14m", "Buffering 2 25s", "Paused 1 12m 40s",
            ])
    }
}
