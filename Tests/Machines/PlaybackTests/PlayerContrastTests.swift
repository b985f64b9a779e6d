import EnumTwins
import Playback
import StateExploration
import StatePattern
import TestSupport
import Testing

/// The player against the same machine written as an enum.
@Suite struct `Player as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        #expect(try PlayerContrast.machine.agreement(with: PlayerContrast.twin) == [56, 56 * 19])
    }

    @Test func `name all that their behavior depends on`() throws {
        let graph = try PlayerContrast.machine.explore()
        #expect(try PlayerContrast.twin.explore().states == graph.states)
        #expect(graph.deadEnds == [])
        #expect(graph.unhandledRequests == [])
        for path in ["Stopped", "Playing/Advancing", "Playing/Buffering", "Paused", "Paused, stalled"] {
            #expect(graph.states.contains { $0.hasPrefix(path + ", ") })
        }
    }

    @Test func `have phases that name the classes of the states`() throws {
        expectPhases(
            \.phase, along: try PlayerContrast.overview.explore(),
            of: { () -> Player in
                let player = Player(withoutListeningTo: RecordingEngine())
                player.load([.prelude])
                return player
            }
        ) { $1.perform($0) }
        #expect(Player.Phase.allCases.filter(\.isPlaying) == [.advancing, .buffering])
    }

    @Test func `agree on long random sequences`() {
        let requests = PlayerVariant.allCases
        let comparison = PlayerContrast.machine.compareAtRandom(
            with: PlayerContrast.twin, seed: 20, sequences: 50, length: 200
        ) { requests[Int.random(in: requests.indices, using: &$0)] }
        if let difference = comparison.difference { Issue.record("\(difference)") }
    }

    @Test func `are distinguished when any one cell of the enum is changed`() async throws {
        let mutants = try PlayerContrast.twinOverview.explore().mutants()
        #expect(mutants.count == 289)
        #expect(try await PlayerContrast.overview.undetected(mutants) == [])
    }

    @Test(arguments: brokenEnums)
    func `are distinguished by the shortest sequence that shows a mistake`(
        twin: BrokenEnum<PlayerVariant, PlayerContrast.Subject>
    ) throws {
        let wrong = PlayerContrast.twin(with: twin.mistake)
        let difference = try #require(try PlayerContrast.machine.compare(with: wrong).difference)
        #expect(difference.requests == twin.requests)
    }
}

private let brokenEnums: [BrokenEnum<PlayerVariant, PlayerContrast.Subject>] = [
    BrokenEnum("refuses a pause without saying so", shownBy: .pause) { request, twin in
        request == .pause && twin.player.phase == .stopped ? .handled : nil
    },
    BrokenEnum("takes an old report for a new one", shownBy: .load, .play, .late(.finished)) { request, twin in
        request == .late(.finished) && twin.player.loadNumber > 0
            ? twin.player.perform(.finished) : nil
    },
    BrokenEnum("takes a stall for a pause", shownBy: .load, .play, .stalled) { request, twin in
        request == .stalled && twin.player.phase == .advancing ? twin.player.perform(.pause) : nil
    },
    BrokenEnum("forgets to say what failed", shownBy: .load, .play, .failed) { request, twin in
        request == .failed && twin.player.phase != .stopped ? twin.player.perform(.stop) : nil
    },
    BrokenEnum("stops at a pause while it buffers", shownBy: .load, .play, .stalled, .pause) { request, twin in
        request == .pause && twin.player.phase == .buffering ? twin.player.perform(.stop) : nil
    },
    BrokenEnum("plays on after a seek", shownBy: .load, .play, .pause, .seek) { request, twin in
        guard request == .seek, twin.player.phase == .paused else { return nil }
        defer { _ = twin.player.perform(.play) }
        return twin.player.perform(.seek(to: .seconds(20)))
    },
    BrokenEnum("takes the answer to an earlier seek", shownBy: .load, .play, .seek, .soughtEarlier) {
        request, twin in
        request == .soughtEarlier
            ? twin.player.perform(.sought) : nil
    },
    BrokenEnum("tells the engine twice", shownBy: .load, .play, .pause, .pause) { request, twin in
        guard request == .pause, twin.player.phase == .paused else { return nil }
        twin.engine.pause()
        return .handled
    },
]

extension PlayerVariant {
    fileprivate static let load = request(Player.Request.allCases[0])
    fileprivate static let seek = request(.seek(to: .seconds(20)))
    fileprivate static let failed = request(.failed(reason: "tape torn"))
    fileprivate static let play = request(.play)
    fileprivate static let pause = request(.pause)
    fileprivate static let stalled = request(.stalled)
}
