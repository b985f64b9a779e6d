import EnumTwins
import Playback
import StateExploration
import StatePattern
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

    @Test func `agree on long random sequences`() {
        let requests = PlayerVariant.allCases
        let comparison = PlayerContrast.machine.compareAtRandom(
            with: PlayerContrast.twin, seed: 20, sequences: 50, length: 200
        ) { requests[Int.random(in: requests.indices, using: &$0)] }
        if let difference = comparison.difference { Issue.record("\(difference)") }
    }

    @Test func `are told apart when any one cell of the enum is changed`() async throws {
        let mutants = try PlayerContrast.twinOverview.explore().mutants()
        #expect(mutants.count == 289)
        #expect(try await PlayerContrast.overview.undetected(mutants) == [])
    }

    @Test(arguments: wrongTwins)
    func `are told apart by the fewest requests that show a mistake`(
        twin: WrongTwin<PlayerVariant, PlayerContrast.Subject>
    ) throws {
        let wrong = PlayerContrast.twin(with: twin.mistake)
        let difference = try #require(try PlayerContrast.machine.compare(with: wrong).difference)
        #expect(difference.requests == twin.requests)
    }
}

private let wrongTwins: [WrongTwin<PlayerVariant, PlayerContrast.Subject>] = [
    WrongTwin("refuses a pause without saying so", shownBy: .pause) { request, twin in
        request == .pause && twin.player.phase == .stopped ? .handled : nil
    },
    WrongTwin("takes an old report for a new one", shownBy: .load, .play, .late(.finished)) { request, twin in
        request == .late(.finished) && twin.player.loadNumber > 0
            ? twin.player.perform(.finished) : nil
    },
    WrongTwin("takes a stall for a pause", shownBy: .load, .play, .stalled) { request, twin in
        request == .stalled && twin.player.phase == .advancing ? twin.player.perform(.pause) : nil
    },
    WrongTwin("forgets to say what failed", shownBy: .load, .play, .failed) { request, twin in
        request == .failed && twin.player.phase != .stopped ? twin.player.perform(.stop) : nil
    },
    WrongTwin("stops at a pause while it buffers", shownBy: .load, .play, .stalled, .pause) { request, twin in
        request == .pause && twin.player.phase == .buffering ? twin.player.perform(.stop) : nil
    },
    WrongTwin("plays on after a seek", shownBy: .load, .play, .pause, .seek) { request, twin in
        guard request == .seek, twin.player.phase == .paused else { return nil }
        defer { _ = twin.player.perform(.play) }
        return twin.player.perform(.seek(to: .seconds(20)))
    },
    WrongTwin("takes the answer to an earlier seek", shownBy: .load, .play, .seek, .soughtEarlier) {
        request, twin in
        request == .soughtEarlier
            ? twin.player.perform(.sought) : nil
    },
    WrongTwin("tells the engine twice", shownBy: .load, .play, .pause, .pause) { request, twin in
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
