import Playback
import StateExploration
import StatePattern
import TestSupport
import Testing

/// The player, cell by cell.
@Suite struct `The table of the player` {
    @Test func `has each request in each state, and no dead end`() throws {
        let graph = try Player.model.explore()
        expectTable(PlayerCell.table, describes: graph)
        #expect(graph.deadEnds == [])
        #expect(graph.unhandledRequests == ["loadBeyond"])
    }

    @Test func `is right however the player got into a situation`() throws {
        let table = MachineModel(try Player.model.explore(), named: "table")
        let comparison = Player.model.compareAtRandom(with: table, seed: 20, sequences: 100, length: 100)
        if let difference = comparison.difference { Issue.record("\(difference)") }
    }

    @Test func `has phases that name the classes of the states`() throws {
        expectPhases(\.phase, along: try Player.model.explore(), of: { makePlayer().player }) {
            $1.perform(PlayerRequest(rawValue: $0)!)
        }
        #expect(Player.Phase.allCases.filter(\.isPlaying) == [.advancing, .buffering])
        #expect(Player.Phase.allCases.map(\.rawValue) == ["stopped", "advancing", "buffering", "paused"], "stored")
    }

    @Test(arguments: Situation.allCases, [-1, 1, 2])
    func `says nothing of a report that comes late or too early: it is dropped`(situation: Situation, late: Int) {
        for report in [PlayerRequest.finished, .failed, .stalled, .recovered, .sought, .paused] {
            let (player, engine) = situation.reach()
            #expect(player.perform(report, late: late) == .handled, "\(report)")
            #expect(situation.rawValue.hasPrefix(player.state.statePath), "\(report)")
            #expect(player.lastFailure == nil)
            #expect(engine.commands == [], "\(report)")
        }
    }
}

typealias PlayerCell = TableCell<Situation, PlayerRequest, String>

extension PlayerCell {
    static let table = stopped + [prelude, fugue].flatMap { loaded($0) } + ends

    private static let stopped: [PlayerCell] =
        [Situation.stoppedWithoutQueue, .stopped, .stoppedInSecond, .stoppedInSecondAtPlace].flatMap { situation in
            [
                .init(situation, .load, .handled, .stopped),
                .init(situation, .loadNothing, .handled, .stoppedWithoutQueue),
                .init(situation, .loadAtPlace, .handled, .stoppedInSecondAtPlace),
                .init(situation, .loadBeyond, .refused, situation),
            ]
        } + [
            .init(.stoppedWithoutQueue, .play, .refused, .stoppedWithoutQueue),
            .init(.stopped, .play, .advancing, ["load Prelude", "play"]),
            .init(.stoppedInSecond, .play, .advancingInSecond, ["load Fugue", "play"]),
            .init(.stoppedInSecondAtPlace, .play, .advancingInSecond, ["load Fugue at 30.0 seconds", "play"]),

            .init(.stoppedWithoutQueue, .stop, .handled, .stoppedWithoutQueue),
            .init(.stopped, .stop, .handled, .stopped),
            .init(.stoppedInSecond, .stop, .handled, .stoppedInSecond),
            .init(.stoppedInSecondAtPlace, .stop, .handled, .stoppedInSecond),

            .init(.stoppedWithoutQueue, .next, .refused, .stoppedWithoutQueue),
            .init(.stopped, .next, .handled, .stoppedInSecond),
            .init(.stoppedInSecond, .next, .refused, .stoppedInSecond),
            .init(.stoppedInSecondAtPlace, .next, .refused, .stoppedInSecondAtPlace),

            .init(.stoppedWithoutQueue, .previous, .refused, .stoppedWithoutQueue),
            .init(.stopped, .previous, .refused, .stopped),
            .init(.stoppedInSecond, .previous, .handled, .stopped),
            .init(.stoppedInSecondAtPlace, .previous, .handled, .stopped),
        ]

    /// The situations in which a track is loaded, and the one in which it is stopped.
    private typealias Place = (
        stopped: Situation, advancing: Situation, buffering: Situation, paused: Situation, pausedWhileStalled: Situation
    )

    private static let prelude: Place = (.stopped, .advancing, .buffering, .paused, .pausedWhileStalled)
    private static let fugue: Place = (
        .stoppedInSecond, .advancingInSecond, .bufferingInSecond, .pausedInSecond, .pausedWhileStalledInSecond
    )

    /// The reactions that are the same for each track.
    private static func loaded(_ track: Place) -> [PlayerCell] {
        let (stopped, advancing, buffering, paused, pausedWhileStalled) = track
        let loads =
            load("Prelude", from: track, to: prelude, by: .load)
            + load("Fugue at 30.0 seconds", from: track, to: fugue, by: .loadAtPlace)
            + stop(track, in: .stoppedWithoutQueue, by: .loadNothing)
            + stop(track, in: stopped, by: .stop)
            + stop(track, in: stopped, by: .failed)
        let same = [advancing, buffering, paused, pausedWhileStalled].flatMap { situation -> [PlayerCell] in
            [
                .init(situation, .loadBeyond, .refused, situation),
                .init(situation, .seek, .handled, situation, ["seek to 20.0 seconds"]),
                .init(situation, .sought, .handled, situation),
            ]
        }
        let pauses = [PlayerRequest.pause, .paused].flatMap { request -> [PlayerCell] in
            [
                .init(advancing, request, paused, ["pause"]),
                .init(buffering, request, pausedWhileStalled, ["pause"]),
                .init(paused, request, .handled, paused),
                .init(pausedWhileStalled, request, .handled, pausedWhileStalled),
            ]
        }
        return loads + same + pauses + [
            .init(advancing, .play, .handled, advancing),
            .init(buffering, .play, .handled, buffering),
            .init(paused, .play, advancing, ["play"]),
            .init(pausedWhileStalled, .play, buffering, ["play"]),

            .init(advancing, .stalled, buffering),
            .init(buffering, .stalled, .handled, buffering),
            .init(paused, .stalled, .handled, pausedWhileStalled),
            .init(pausedWhileStalled, .stalled, .handled, pausedWhileStalled),

            .init(advancing, .recovered, .handled, advancing),
            .init(buffering, .recovered, advancing),
            .init(paused, .recovered, .handled, paused),
            .init(pausedWhileStalled, .recovered, .handled, paused),
        ]
    }

    /// The ways between the tracks, and the ends of the queue.
    private static let ends: [PlayerCell] =
        load("Fugue", from: prelude, to: fugue, by: .next)
        + load("Fugue", from: prelude, to: fugue, by: .finished)
        + load("Prelude", from: fugue, to: prelude, by: .previous)
        + stop(fugue, in: .stopped, by: .finished)
        + [Situation.advancing, .buffering, .paused, .pausedWhileStalled].map { .init($0, .previous, .refused, $0) }
        + [Situation.advancingInSecond, .bufferingInSecond, .pausedInSecond, .pausedWhileStalledInSecond]
        .map { .init($0, .next, .refused, $0) }

    /// A stall ends with the track that stalled.
    private static func load(
        _ title: String, from track: Place, to other: Place, by request: PlayerRequest
    ) -> [PlayerCell] {
        [track.advancing, track.buffering].map { .init($0, request, other.advancing, ["load \(title)"]) }
            + [track.paused, track.pausedWhileStalled]
            .map { .init($0, request, .handled, other.paused, ["load \(title)"]) }
    }

    private static func stop(_ track: Place, in target: Situation, by request: PlayerRequest) -> [PlayerCell] {
        [track.advancing, track.buffering].map { .init($0, request, target, ["pause", "stop"]) }
            + [track.paused, track.pausedWhileStalled].map { .init($0, request, target, ["stop"]) }
    }
}
