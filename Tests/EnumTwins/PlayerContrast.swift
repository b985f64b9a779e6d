import Playback
import StateExploration
import StatePattern

/// What is asked of a player to compare it with its enum: every request, with arguments of each kind.
public enum PlayerRequest: CaseIterable, Sendable {
    case load, loadNothing, play, pause, stop, seek, seekBelow, seekBeyond
    case finished, failed, stalled, recovered, sought, soughtEarlier
    case lateFinished, lateFailed, lateStalled, lateRecovered, lateSought
}

/// What the player and its enum have in common; neither of them needs to know.
public protocol PlayerLike: AnyObject {
    func load(_ tracks: [Track]) -> Outcome
    func play() -> Outcome
    func pause() -> Outcome
    func stop() -> Outcome
    func seek(to time: Duration) -> Outcome
    func finished(load: Int) -> Outcome
    func failed(reason: String, load: Int) -> Outcome
    func stalled(load: Int) -> Outcome
    func recovered(load: Int) -> Outcome
    func sought(_ number: Int, load: Int) -> Outcome

    var loadNumber: Int { get }
    var seekNumber: Int { get }
    var track: Track? { get }
    var position: Duration { get }
    var lastFailure: PlaybackFailure? { get }
    var isStalled: Bool { get }
    var statePath: String { get }

    func activate()
}

extension Player: PlayerLike {
    public var statePath: String { state.path }
}

extension PlayerEnum: PlayerLike {
    public var statePath: String { state.path }
    public var isStalled: Bool { state == .playing(isStalled: true) || state == .paused(isStalled: true) }
}

/// The player and its enum as systems that can be explored and compared.
public enum PlayerContrast {
    /// A player on an engine of its own.
    public struct Subject {
        public let player: any PlayerLike
        public let engine: RecordingEngine
    }

    /// What a player does instead of the right thing; `nil` for a request that it gets right.
    public typealias Mistake = (PlayerRequest, Subject) -> Outcome?

    public static var machine: MachineModel<PlayerRequest> { model("class", make: { Player(engine: $0) }) }
    public static var twin: MachineModel<PlayerRequest> { model("enum", make: { PlayerEnum(engine: $0) }) }

    /// The enum with a mistake.
    public static func twin(with mistake: @escaping Mistake) -> MachineModel<PlayerRequest> {
        model("enum", make: { PlayerEnum(engine: $0) }, mistake: mistake)
    }

    /// The player with a queue of one track and what concerns its states: few enough of them to be drawn.
    public static var overview: MachineModel<PlayerRequest> { overviewModel("class", make: { Player(engine: $0) }) }
    /// The same of the enum.
    public static var twinOverview: MachineModel<PlayerRequest> {
        overviewModel("enum", make: { PlayerEnum(engine: $0) })
    }

    /// What the overview calls the state that a player is in.
    public static func overviewState(of player: any PlayerLike) -> String {
        player.statePath == "Paused" && player.isStalled ? "Paused, stalled" : player.statePath
    }

    private static let prelude = Track("Prelude", duration: .seconds(60))
    private static let fugue = Track("Fugue", duration: .seconds(90))

    public static func makePlayer() -> Subject { makeSubject { Player(engine: $0) } }
    public static func makeEnum() -> Subject { makeSubject { PlayerEnum(engine: $0) } }

    private static func makeSubject(_ make: (any PlaybackEngine) -> any PlayerLike) -> Subject {
        let engine = RecordingEngine()
        let subject = Subject(player: make(engine), engine: engine)
        subject.player.activate()
        return subject
    }

    private static func model(
        _ name: String, make: @escaping (any PlaybackEngine) -> any PlayerLike,
        mistake: @escaping Mistake = { _, _ in nil }
    ) -> MachineModel<PlayerRequest> {
        MachineModel(
            { makeSubject(make) }, named: name, requests: PlayerRequest.allCases,
            perform: { subject, request in mistake(request, subject) ?? perform(request, on: subject) },
            state: { subject in
                let player = subject.player
                var state = "\(overviewState(of: player)), \(player.track?.title ?? "nothing") at \(player.position)"
                if player.position != subject.engine.position { state += ", seeking" }
                if let failure = player.lastFailure { state += ", \(failure.track.title) failed: \(failure.reason)" }
                return state
            },
            trace: { $0.engine.takeCommands().map(\.words) })
    }

    private static func overviewModel(
        _ name: String, make: @escaping (any PlaybackEngine) -> any PlayerLike
    ) -> MachineModel<PlayerRequest> {
        MachineModel(
            {
                let subject = makeSubject(make)
                _ = subject.player.load([fugue])
                return subject
            },
            named: name, requests: [.play, .pause, .stop, .load, .seek, .finished, .failed, .stalled, .recovered],
            perform: { subject, request in
                request == .load ? subject.player.load([fugue]) : perform(request, on: subject)
            },
            state: { overviewState(of: $0.player) },
            trace: { $0.engine.takeCommands().map(\.words) })
    }

    /// Makes a request with the numbers that are current, unless it is to be late.
    public static func perform(_ request: PlayerRequest, on subject: Subject) -> Outcome {
        let player = subject.player
        let current = player.loadNumber
        let late = current - 1
        switch request {
        case .load: return player.load([prelude, fugue])
        case .loadNothing: return player.load([])
        case .play: return player.play()
        case .pause: return player.pause()
        case .stop: return player.stop()
        case .seek: return player.seek(to: .seconds(20))
        case .seekBelow: return player.seek(to: .seconds(-1))
        case .seekBeyond: return player.seek(to: .seconds(1_000))
        case .finished: return player.finished(load: current)
        case .failed: return player.failed(reason: "tape torn", load: current)
        case .stalled: return player.stalled(load: current)
        case .recovered: return player.recovered(load: current)
        case .sought:
            subject.engine.arrive()
            return player.sought(player.seekNumber, load: current)
        case .soughtEarlier: return player.sought(player.seekNumber - 1, load: current)
        case .lateFinished: return player.finished(load: late)
        case .lateFailed: return player.failed(reason: "old tape torn", load: late)
        case .lateStalled: return player.stalled(load: late)
        case .lateRecovered: return player.recovered(load: late)
        case .lateSought: return player.sought(player.seekNumber, load: late)
        }
    }
}

extension RecordingEngine.Command {
    /// The command without its number, which grows for ever.
    var words: String {
        switch self {
        case .load(let track, _): "load \(track.title)"
        case .play: "play"
        case .pause: "pause"
        case .stop: "stop"
        case .seek(let time, _): "seek to \(time)"
        }
    }
}
