import EnumTwins
import StateExploration
import StatePattern
import Testing

/// The player against the same machine written as an enum.
@Suite struct `Player as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        #expect(try PlayerContrast.machine.agreement(with: PlayerContrast.twin) == [56, 56 * 19])
    }

    @Test func `name all that their behaviour depends on`() throws {
        let graph = try PlayerContrast.machine.explore()
        #expect(try PlayerContrast.twin.explore().states == graph.states)
        #expect(graph.deadEnds == [])
        #expect(graph.neverHandled == [])
        for path in ["Stopped", "Playing/Advancing", "Playing/Buffering", "Paused", "Paused, stalled"] {
            #expect(graph.states.contains { $0.hasPrefix(path + ", ") })
        }
    }

    @Test func `agree on long random sequences`() {
        let requests = PlayerRequest.allCases
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
        twin: WrongTwin<PlayerRequest, PlayerContrast.Subject>
    ) throws {
        let wrong = PlayerContrast.twin(with: twin.mistake)
        let difference = try #require(try PlayerContrast.machine.compare(with: wrong).difference)
        #expect(difference.requests == twin.requests)
    }
}

private let wrongTwins: [WrongTwin<PlayerRequest, PlayerContrast.Subject>] = [
    WrongTwin("refuses a pause without saying so", shownBy: .pause) { request, twin in
        request == .pause && twin.player.statePath == "Stopped" ? .handled : nil
    },
    WrongTwin("takes an old report for a new one", shownBy: .load, .play, .lateFinished) { request, twin in
        request == .lateFinished && twin.player.loadNumber > 0
            ? twin.player.finished(load: twin.player.loadNumber) : nil
    },
    WrongTwin("takes a stall for a pause", shownBy: .load, .play, .stalled) { request, twin in
        request == .stalled && twin.player.statePath == "Playing/Advancing" ? twin.player.pause() : nil
    },
    WrongTwin("forgets to say what failed", shownBy: .load, .play, .failed) { request, twin in
        request == .failed && twin.player.statePath != "Stopped" ? twin.player.stop() : nil
    },
    WrongTwin("stops at a pause while it buffers", shownBy: .load, .play, .stalled, .pause) { request, twin in
        request == .pause && twin.player.statePath == "Playing/Buffering" ? twin.player.stop() : nil
    },
    WrongTwin("plays on after a seek", shownBy: .load, .play, .pause, .seek) { request, twin in
        guard request == .seek, twin.player.statePath == "Paused" else { return nil }
        defer { _ = twin.player.play() }
        return twin.player.seek(to: .seconds(20))
    },
    WrongTwin("takes the answer to an earlier seek", shownBy: .load, .play, .seek, .soughtEarlier) {
        request, twin in
        request == .soughtEarlier
            ? twin.player.sought(twin.player.seekNumber, load: twin.player.loadNumber) : nil
    },
    WrongTwin("tells the engine twice", shownBy: .load, .play, .pause, .pause) { request, twin in
        guard request == .pause, twin.player.statePath == "Paused" else { return nil }
        twin.engine.pause()
        return .handled
    },
]
