import EnumTwins
import Playback
import StatePattern
import Testing

@Suite struct PlayerTableTests {
    @Test(arguments: Cell.table)
    func `A player reacts to each request in each situation as its table says`(cell: Cell) {
        let (player, engine) = cell.situation.reach(with: cell.request.queue)

        #expect(cell.request.make(of: player, on: engine) == cell.outcome)

        #expect(player.state.path == cell.state)
        #expect("\(player.phase)" == cell.state)
        #expect(player.track == cell.track)
        #expect(player.position == .seconds(cell.position))
        #expect(player.lastFailure?.reason == cell.failure)
        #expect(player.lastFailure?.track == (cell.failure == nil ? nil : .prelude))
    }

    @Test func `The table has a cell for each request in each situation`() {
        let cells = Cell.table.map { "\($0)" }
        let all = Situation.allCases.flatMap { situation in Request.allCases.map { "\($0) when \(situation)" } }
        #expect(cells.count == 78)
        #expect(Set(cells) == Set(all))
    }

    @Test(arguments: [
        (Situation.paused, Request.stalled, "Playing/Buffering"),
        (.paused, .recovered, "Playing/Advancing"),
        (.pausedWhileStalled, .stalled, "Playing/Buffering"),
        (.pausedWhileStalled, .recovered, "Playing/Advancing"),
        (.pausedWhileStalled, .load, "Playing/Advancing"),
        (.pausedWhileStalled, .finished, "Playing/Advancing"),
        (.pausedWhileStalled, .stop, "Playing/Advancing"),
        (.pausedWhileStalled, .seek, "Playing/Buffering"),
    ])
    func `A stall of a paused player shows when it plays again`(
        situation: Situation, request: Request, state: String
    ) {
        let (player, engine) = situation.reach()
        _ = request.make(of: player, on: engine)

        #expect(player.play() == .transitioned)
        #expect(player.state.path == state)
    }
}

/// A column of the table.
enum Request: CaseIterable {
    case load, loadNothing, play, pause, stop, seek, finished, finishedLast, failed, stalled, recovered, sought, late

    /// The queue of the player beforehand.
    var queue: [Track] { self == .finishedLast ? [.prelude] : [.prelude, .fugue] }

    func make(of player: Player, on engine: RecordingEngine) -> Outcome {
        switch self {
        case .load: return player.load([.gigue, .fugue])
        case .loadNothing: return player.load([])
        case .play: return player.play()
        case .pause: return player.pause()
        case .stop: return player.stop()
        case .seek: return player.seek(to: .seconds(50))
        case .finished, .finishedLast: return player.finished(load: player.loadNumber)
        case .failed: return player.failed(reason: "tape torn", load: player.loadNumber)
        case .stalled: return player.stalled(load: player.loadNumber)
        case .recovered: return player.recovered(load: player.loadNumber)
        case .sought:
            player.seek(to: .seconds(50))
            engine.arrive()
            return player.sought(player.seekNumber, load: player.loadNumber)
        case .late: return player.finished(load: player.loadNumber - 1)
        }
    }
}

/// The outcome of a request in a situation, and the values of the player afterwards.
struct Cell: Sendable, CustomStringConvertible {
    let situation: Situation
    let request: Request
    let outcome: Outcome
    let state: String
    let track: Track?
    /// In seconds.
    let position: Int
    let failure: String?

    init(
        _ situation: Situation, _ request: Request, _ outcome: Outcome, _ state: String, _ track: Track?,
        at position: Int, failure: String? = nil
    ) {
        self.situation = situation
        self.request = request
        self.outcome = outcome
        self.state = state
        self.track = track
        self.position = position
        self.failure = failure
    }

    var description: String { "\(request) when \(situation)" }
}

extension Cell {
    static let table = stoppedWithoutQueue + stopped + advancing + buffering + paused + pausedWhileStalled

    private static let stoppedWithoutQueue = [
        Cell(.stoppedWithoutQueue, .load, .handled, "Stopped", .gigue, at: 0),
        Cell(.stoppedWithoutQueue, .loadNothing, .handled, "Stopped", nil, at: 0),
        Cell(.stoppedWithoutQueue, .play, .unhandled, "Stopped", nil, at: 0),
        Cell(.stoppedWithoutQueue, .pause, .unhandled, "Stopped", nil, at: 0),
        Cell(.stoppedWithoutQueue, .stop, .handled, "Stopped", nil, at: 0),
        Cell(.stoppedWithoutQueue, .seek, .unhandled, "Stopped", nil, at: 0),
        Cell(.stoppedWithoutQueue, .finished, .unhandled, "Stopped", nil, at: 0),
        Cell(.stoppedWithoutQueue, .finishedLast, .unhandled, "Stopped", nil, at: 0),
        Cell(.stoppedWithoutQueue, .failed, .unhandled, "Stopped", nil, at: 0),
        Cell(.stoppedWithoutQueue, .stalled, .unhandled, "Stopped", nil, at: 0),
        Cell(.stoppedWithoutQueue, .recovered, .unhandled, "Stopped", nil, at: 0),
        Cell(.stoppedWithoutQueue, .sought, .unhandled, "Stopped", nil, at: 0),
        Cell(.stoppedWithoutQueue, .late, .handled, "Stopped", nil, at: 0),
    ]

    private static let stopped = [
        Cell(.stopped, .load, .handled, "Stopped", .gigue, at: 0),
        Cell(.stopped, .loadNothing, .handled, "Stopped", nil, at: 0),
        Cell(.stopped, .play, .transitioned, "Playing/Advancing", .prelude, at: 0),
        Cell(.stopped, .pause, .unhandled, "Stopped", .prelude, at: 0),
        Cell(.stopped, .stop, .handled, "Stopped", .prelude, at: 0),
        Cell(.stopped, .seek, .unhandled, "Stopped", .prelude, at: 0),
        Cell(.stopped, .finished, .unhandled, "Stopped", .prelude, at: 0),
        Cell(.stopped, .finishedLast, .unhandled, "Stopped", .prelude, at: 0),
        Cell(.stopped, .failed, .unhandled, "Stopped", .prelude, at: 0),
        Cell(.stopped, .stalled, .unhandled, "Stopped", .prelude, at: 0),
        Cell(.stopped, .recovered, .unhandled, "Stopped", .prelude, at: 0),
        Cell(.stopped, .sought, .unhandled, "Stopped", .prelude, at: 0),
        Cell(.stopped, .late, .handled, "Stopped", .prelude, at: 0),
    ]

    private static let advancing = [
        Cell(.advancing, .load, .transitioned, "Playing/Advancing", .gigue, at: 0),
        Cell(.advancing, .loadNothing, .transitioned, "Stopped", nil, at: 0),
        Cell(.advancing, .play, .handled, "Playing/Advancing", .prelude, at: 30),
        Cell(.advancing, .pause, .transitioned, "Paused", .prelude, at: 30),
        Cell(.advancing, .stop, .transitioned, "Stopped", .prelude, at: 0),
        Cell(.advancing, .seek, .handled, "Playing/Advancing", .prelude, at: 50),
        Cell(.advancing, .finished, .transitioned, "Playing/Advancing", .fugue, at: 0),
        Cell(.advancing, .finishedLast, .transitioned, "Stopped", .prelude, at: 0),
        Cell(.advancing, .failed, .transitioned, "Stopped", .prelude, at: 0, failure: "tape torn"),
        Cell(.advancing, .stalled, .transitioned, "Playing/Buffering", .prelude, at: 30),
        Cell(.advancing, .recovered, .handled, "Playing/Advancing", .prelude, at: 30),
        Cell(.advancing, .sought, .handled, "Playing/Advancing", .prelude, at: 49),
        Cell(.advancing, .late, .handled, "Playing/Advancing", .prelude, at: 30),
    ]

    private static let buffering = [
        Cell(.buffering, .load, .transitioned, "Playing/Advancing", .gigue, at: 0),
        Cell(.buffering, .loadNothing, .transitioned, "Stopped", nil, at: 0),
        Cell(.buffering, .play, .handled, "Playing/Buffering", .prelude, at: 30),
        Cell(.buffering, .pause, .transitioned, "Paused", .prelude, at: 30),
        Cell(.buffering, .stop, .transitioned, "Stopped", .prelude, at: 0),
        Cell(.buffering, .seek, .handled, "Playing/Buffering", .prelude, at: 50),
        Cell(.buffering, .finished, .transitioned, "Playing/Advancing", .fugue, at: 0),
        Cell(.buffering, .finishedLast, .transitioned, "Stopped", .prelude, at: 0),
        Cell(.buffering, .failed, .transitioned, "Stopped", .prelude, at: 0, failure: "tape torn"),
        Cell(.buffering, .stalled, .handled, "Playing/Buffering", .prelude, at: 30),
        Cell(.buffering, .recovered, .transitioned, "Playing/Advancing", .prelude, at: 30),
        Cell(.buffering, .sought, .handled, "Playing/Buffering", .prelude, at: 49),
        Cell(.buffering, .late, .handled, "Playing/Buffering", .prelude, at: 30),
    ]

    private static let paused = [
        Cell(.paused, .load, .handled, "Paused", .gigue, at: 0),
        Cell(.paused, .loadNothing, .transitioned, "Stopped", nil, at: 0),
        Cell(.paused, .play, .transitioned, "Playing/Advancing", .prelude, at: 30),
        Cell(.paused, .pause, .handled, "Paused", .prelude, at: 30),
        Cell(.paused, .stop, .transitioned, "Stopped", .prelude, at: 0),
        Cell(.paused, .seek, .handled, "Paused", .prelude, at: 50),
        Cell(.paused, .finished, .handled, "Paused", .fugue, at: 0),
        Cell(.paused, .finishedLast, .transitioned, "Stopped", .prelude, at: 0),
        Cell(.paused, .failed, .transitioned, "Stopped", .prelude, at: 0, failure: "tape torn"),
        Cell(.paused, .stalled, .handled, "Paused", .prelude, at: 30),
        Cell(.paused, .recovered, .handled, "Paused", .prelude, at: 30),
        Cell(.paused, .sought, .handled, "Paused", .prelude, at: 49),
        Cell(.paused, .late, .handled, "Paused", .prelude, at: 30),
    ]

    private static let pausedWhileStalled = [
        Cell(.pausedWhileStalled, .load, .handled, "Paused", .gigue, at: 0),
        Cell(.pausedWhileStalled, .loadNothing, .transitioned, "Stopped", nil, at: 0),
        Cell(.pausedWhileStalled, .play, .transitioned, "Playing/Buffering", .prelude, at: 30),
        Cell(.pausedWhileStalled, .pause, .handled, "Paused", .prelude, at: 30),
        Cell(.pausedWhileStalled, .stop, .transitioned, "Stopped", .prelude, at: 0),
        Cell(.pausedWhileStalled, .seek, .handled, "Paused", .prelude, at: 50),
        Cell(.pausedWhileStalled, .finished, .handled, "Paused", .fugue, at: 0),
        Cell(.pausedWhileStalled, .finishedLast, .transitioned, "Stopped", .prelude, at: 0),
        Cell(.pausedWhileStalled, .failed, .transitioned, "Stopped", .prelude, at: 0, failure: "tape torn"),
        Cell(.pausedWhileStalled, .stalled, .handled, "Paused", .prelude, at: 30),
        Cell(.pausedWhileStalled, .recovered, .handled, "Paused", .prelude, at: 30),
        Cell(.pausedWhileStalled, .sought, .handled, "Paused", .prelude, at: 49),
        Cell(.pausedWhileStalled, .late, .handled, "Paused", .prelude, at: 30),
    ]
}
