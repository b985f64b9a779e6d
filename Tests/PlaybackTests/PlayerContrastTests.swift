import EnumTwins
import Playback
import StatePattern
import Testing

/// The player against the same machine written as an enum.
@Suite struct PlayerContrastTests {
    typealias Request = PlayerComparison.Request
    typealias Subject = PlayerComparison.Subject

    /// A state and a request that is made in it. What `Paused` remembers of a stall belongs to the state.
    private struct Pair: Hashable {
        let state: PlayerEnum.State
        let track: Track?
        let isSeeking: Bool
        let request: Request
    }

    @Test func `Class and enum agree after every sequence of up to four requests`() {
        var pairs: Set<Pair> = []
        var sequences = 0
        var requests = 0
        // Four requests from a later start reach all that would otherwise take seven.
        for start in [[], [.load, .play], [.load, .play, .finished]] as [[Request]] {
            let difference = PlayerComparison.firstDifference(
                after: start, length: 4, between: { Subject(Player.init) }, and: { Subject(PlayerEnum.init) }
            ) { subject, sequence in
                sequences += 1
                requests += sequence.count
                guard let twin = subject.machine as? PlayerEnum, let request = sequence.last else { return }
                let isSeeking = twin.position != subject.engine.position
                pairs.insert(Pair(state: twin.state, track: twin.track, isSeeking: isSeeking, request: request))
            }
            if let difference { Issue.record("\(difference)") }
        }
        // Stopped with no track, the first or the second one: 3 states. Playing and paused, each with or without a stall,
        // with or without a seek, on the first or the second track: 16 more. In each of them, 19 requests.
        #expect(pairs.count == 361)
        #expect(sequences == 412_680)
        #expect(requests == 2_315_606)
    }

    @Test(arguments: WrongTwin.all)
    func `A twin with a mistake is found out by the shortest requests that show it`(twin: WrongTwin) throws {
        let difference = try #require(
            PlayerComparison.firstDifference(
                length: 4, between: { Subject(Player.init) }, and: { Subject(PlayerEnum.init, with: twin.mistake) }))

        #expect(difference.requests == twin.requests)
        #expect(difference.first != difference.second)
        let lines = difference.description.split(separator: "\n")
        #expect(lines.first == "after \(twin.requests.map { "\($0)" }.joined(separator: ", ")):")
        #expect(lines.dropFirst() == ["\(difference.first)", "\(difference.second)"])
    }
}

/// A twin that makes a mistake, with the shortest requests that show it.
struct WrongTwin: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let requests: [PlayerComparison.Request]
    let mistake: PlayerComparison.Mistake

    init(
        _ description: String, shownBy requests: PlayerComparison.Request...,
        mistake: @escaping PlayerComparison.Mistake
    ) {
        testDescription = description
        self.requests = requests
        self.mistake = mistake
    }

    static let all = [
        WrongTwin("refuses a pause without saying so", shownBy: .pause) { request, twin, _ in
            request == .pause && twin.statePath == "Stopped" ? .handled : nil
        },
        WrongTwin("takes an old report for a new one", shownBy: .load, .play, .lateFinished) { request, twin, _ in
            request == .lateFinished && twin.loadNumber > 0 ? twin.finished(load: twin.loadNumber) : nil
        },
        WrongTwin("takes a stall for a pause", shownBy: .load, .play, .stalled) { request, twin, _ in
            request == .stalled && twin.statePath == "Playing/Advancing" ? twin.pause() : nil
        },
        WrongTwin("forgets to say what failed", shownBy: .load, .play, .failed) { request, twin, _ in
            request == .failed && twin.statePath != "Stopped" ? twin.stop() : nil
        },
        WrongTwin("stops at a pause while it buffers", shownBy: .load, .play, .stalled, .pause) { request, twin, _ in
            request == .pause && twin.statePath == "Playing/Buffering" ? twin.stop() : nil
        },
        WrongTwin("plays on after a seek", shownBy: .load, .play, .pause, .seekInside) { request, twin, _ in
            guard request == .seekInside, twin.statePath == "Paused" else { return nil }
            defer { _ = twin.play() }
            return twin.seek(to: .seconds(20))
        },
        WrongTwin("takes the answer to an earlier seek", shownBy: .load, .play, .seekInside, .soughtEarlier) {
            request, twin, _ in
            request == .soughtEarlier ? twin.sought(twin.seekNumber, load: twin.loadNumber) : nil
        },
        WrongTwin("tells the engine twice", shownBy: .load, .play, .pause, .pause) { request, twin, engine in
            guard request == .pause, twin.statePath == "Paused" else { return nil }
            engine.pause()
            return .handled
        },
    ]
}
