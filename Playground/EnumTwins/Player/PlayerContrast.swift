import Playback
import StateExploration
import StatePattern

/// A request of a player, or a variant of one that only the comparison needs.
public enum PlayerVariant: Hashable, Sendable {
    case request(Player.Request)
    /// A report about the load before the current one.
    case late(Player.Request)
    /// A report that the seek before the latest one has been carried out.
    case soughtEarlier
}

extension PlayerVariant: CaseIterable, CustomStringConvertible {
    /// Every request with arguments of each kind, and every report that may come late.
    public static let allCases: [Self] =
        Player.Request.allCases.map(Self.request)
        + [
            .request(.load([])), .request(.seek(to: .seconds(-1))), .request(.seek(to: .seconds(1_000))),
            .soughtEarlier, .late(.finished), .late(.failed(reason: "old tape torn")), .late(.stalled),
            .late(.recovered), .late(.sought),
        ]

    public var description: String {
        switch self {
        case .request(.load([])): "loadNothing"
        case .request(.seek(let time)) where time < .zero: "seekBelow"
        case .request(.seek(let time)) where time > .seconds(90): "seekBeyond"
        case .request(let request): "\(request)"
        case .late(let request): "late \(request)"
        case .soughtEarlier: "soughtEarlier"
        }
    }
}

/// The members that the player and its enum have in common; neither of them needs to know.
public protocol PlayerLike: AnyObject {
    func load(_ tracks: [Track]) -> Outcome
    func play() -> Outcome
    func pause() -> Outcome
    func stop() -> Outcome
    func seek(to time: Duration) -> Outcome
    func receive(_ report: PlaybackReport) -> Outcome

    var loadNumber: Int { get }
    var seekNumber: Int { get }
    var track: Track? { get }
    var position: Duration { get }
    var lastFailure: PlaybackFailure? { get }
    var isStalled: Bool { get }
    var phase: Player.Phase { get }

    func activate()
}

extension PlayerLike {
    /// Makes a request; a report is about the latest load and the latest seek, or the load before that if it comes late.
    @discardableResult public func perform(_ request: Player.Request, late isLate: Bool = false) -> Outcome {
        let number = isLate ? loadNumber - 1 : loadNumber
        return switch request {
        case .load(let tracks): load(tracks)
        case .play: play()
        case .pause: pause()
        case .stop: stop()
        case .seek(let time): seek(to: time)
        case .finished: receive(.finished(load: number))
        case .failed(let reason): receive(.failed(reason: reason, load: number))
        case .stalled: receive(.stalled(load: number))
        case .recovered: receive(.recovered(load: number))
        case .sought: receive(.sought(seekNumber, load: number))
        }
    }
}

extension Player: PlayerLike {}

extension PlayerEnum: PlayerLike {
    public var isStalled: Bool { state == .playing(isStalled: true) || state == .paused(isStalled: true) }
}

/// The player and its enum as systems that can be explored and compared.
public enum PlayerContrast {
    /// A player on a separate engine.
    public struct Subject {
        public let player: any PlayerLike
        public let engine: RecordingEngine
    }

    /// A mistake of a player: returns its outcome, or `nil` for a request that the player handles correctly.
    public typealias Mistake = (PlayerVariant, Subject) -> Outcome?

    public static var machine: MachineModel<PlayerVariant> { model("class", make: { Player(withoutListeningTo: $0) }) }
    public static var twin: MachineModel<PlayerVariant> { model("enum", make: { PlayerEnum(engine: $0) }) }

    /// The enum with a mistake.
    public static func twin(with mistake: @escaping Mistake) -> MachineModel<PlayerVariant> {
        model("enum", make: { PlayerEnum(engine: $0) }, mistake: mistake)
    }

    /// The player with a queue of one track and what concerns its states: few enough of them to be drawn.
    public static var overview: MachineModel<Player.Request> {
        overviewModel("class", make: { Player(withoutListeningTo: $0) })
    }
    /// The same of the enum.
    public static var twinOverview: MachineModel<Player.Request> {
        overviewModel("enum", make: { PlayerEnum(engine: $0) })
    }

    /// The name of a player's state in the overview.
    public static func overviewState(of player: any PlayerLike) -> String {
        "\(player.phase)" + (player.phase == .paused && player.isStalled ? ", stalled" : "")
    }

    private static let queue = [Track("Fugue", duration: .seconds(90))]

    public static func makePlayer() -> Subject { makeSubject { Player(withoutListeningTo: $0) } }
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
    ) -> MachineModel<PlayerVariant> {
        MachineModel(
            { makeSubject(make) }, named: name, requests: PlayerVariant.allCases,
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
    ) -> MachineModel<Player.Request> {
        MachineModel(
            {
                let subject = makeSubject(make)
                _ = subject.player.perform(.load(queue))
                return subject
            },
            named: name,
            requests: [
                .play, .pause, .stop, .load(queue), .seek(to: .seconds(20)), .finished, .failed(reason: "tape torn"),
                .stalled, .recovered,
            ],
            perform: { perform($1, on: $0) },
            state: { overviewState(of: $0.player) },
            trace: { $0.engine.takeCommands().map(\.words) })
    }

    /// Makes a request; the engine has carried out a seek before it says so.
    public static func perform(_ request: Player.Request, on subject: Subject) -> Outcome {
        if case .sought = request { subject.engine.arrive() }
        return subject.player.perform(request)
    }

    /// Makes a request, or the variant of one.
    private static func perform(_ variant: PlayerVariant, on subject: Subject) -> Outcome {
        let player = subject.player
        return switch variant {
        case .request(let request): perform(request, on: subject)
        case .soughtEarlier: player.receive(.sought(player.seekNumber - 1, load: player.loadNumber))
        case .late(let request): player.perform(request, late: true)
        }
    }
}

extension RecordingEngine.Command {
    /// The command without its number, which grows forever.
    public var words: String {
        switch self {
        case .load(let track, _): "load \(track.title)"
        case .seek(let time, _): "seek to \(time)"
        case .play, .pause, .stop: "\(self)"
        }
    }
}
