import Foundation
import MachineModels
import Playback
import StateExploration
import StateInspector
import StatePattern

/// The media player, with a queue of a few tracks.
final class PlayerMachine: Machine {
    static let name = "player"
    static let summary = "a media player: Stopped, Playing (Advancing or Buffering), Paused"
    static let remarkOnUndo: String? =
        "The engine has started again: the time that a track had played does not come back."

    private let player: Player
    private let engine: any PlaybackEngine
    private let funnel: FunnelLog<ContinuousClock>
    /// The queue that the player loads when it is activated.
    private var queue: [Track]
    /// The file into which the funnel is drawn after each transition; `nil` if it is only printed on request.
    var funnelFile: URL?

    convenience init(inRealTime: Bool) {
        self.init(inRealTime ? Player.simulatedEngine() : SilentEngine(), Self.pieces)
    }

    /// Makes a player whose engine plays a queue.
    init(_ engine: any PlaybackEngine, _ queue: [Track]) {
        self.engine = engine
        self.queue = queue
        // The engine's reports are typed, or pass through `listen`.
        player = Player.noting(engine)
        funnel = FunnelLog(of: Self.name, clock: ContinuousClock())
        funnel.log.follow(player, named: Self.name)
    }

    var state: String { player.state.statePath }

    var stateInOverview: String { state + (player.phase == .paused && player.isStalled ? ", stalled" : "") }

    var remarkOnOverview: String? {
        let count = player.queue.count
        if count == 0 { return "Yours has no track: it has to load one before it plays." }
        if count == 1 { return nil }
        return "Yours has \(count) tracks: while there is a next one, finished and next continue with that."
    }

    var detail: String {
        guard let track = player.track else { return "nothing to play" }
        let failure = player.lastFailure.map { $0.track == track ? ", failed: \($0.reason)" : "" } ?? ""
        // Until the engine has loaded the track, the duration comes from the queue.
        let duration = player.duration ?? track.duration
        return "\(track.title) \(player.position.text)\(duration.map { " / \($0.text)" } ?? "")\(failure)"
    }

    /// The track that could not be played, and the reason.
    var failure: String? { player.lastFailure.map { "\($0.track.title): \($0.reason)" } }

    /// Draws the player's chart, with the number and the duration of its visits to each state, into `funnelFile`.
    func drawFunnel() throws {
        guard let funnelFile else { return }
        let picture = funnel.svg(beside: try Self.overview.chart(), marking: stateInOverview)
        do {
            try picture.write(to: funnelFile, atomically: true, encoding: .utf8)
        } catch {
            let path = funnelFile.path(percentEncoded: false)
            throw LiveFailure("the funnel cannot be drawn into “\(path)”: \(error.localizedDescription)")
        }
    }

    /// Makes a report, or has the simulated engine make it.
    private func report(_ name: String) -> Outcome? {
        player.simulate(name) ? nil : Player.requests.make(name, of: player) { Player.noting() }
    }

    func prepare(asCopyOf machine: PlayerMachine) { queue = machine.queue }

    func takeEffects() -> [String] { player.takeWords { $0.text } }

    func activate(_ tell: @escaping (ObservedRequest) -> Void) {
        player.observeRequests { [weak self] record in
            let request = ObservedRequest(record)
            tell(request)
            // A write error is reported at the end, when the file is drawn for the last time.
            if request.transition != nil { try? self?.drawFunnel() }
        }
        player.load(queue)
    }

    func follow(in log: RequestLog) -> String { log.follow(player, named: Self.name, saving: Player.recordedData) }

    func listen(_ perform: (Request<PlayerMachine>) -> Void) async {
        for await report in engine.reports {
            let report = report.namingSilence
            perform(Request(text: report.name) { $0.player.receive(report) })
        }
    }
}

extension PlayerMachine {
    static let replay: Playground.Replay = { try Player.replay($0, of: $1) }

    private static let pieces = [
        Track("Aria", duration: .seconds(8)), Track("Bourrée", duration: .seconds(12)),
        Track("Canon", duration: .seconds(10)),
    ]

    static let live: LiveMode? = LiveMode(
        help: LivePlayer.help, story: nil, perform: { try await LivePlayer($0).run() })

    static let commands: [Command<PlayerMachine>] =
        [
            Command(
                "load", "<title>=<time>,…", example: "Air=0:05", "replace the queue; “none” empties it", read: tracks
            ) { $0.player.load($1) },
            Command("play", "play the current track") { $0.player.play() },
            Command("pause", "stay where it is") { $0.player.pause() },
            Command("stop", "stop, and forget the place in the track") { $0.player.stop() },
            Command("next", "go to the next track") { $0.player.next() },
            Command("previous", "go to the previous track") { $0.player.previous() },
            Command("seek", "<time>", example: "0:01", "go to a place, such as 0:05, in the track", read: time) {
                $0.player.seek(to: $1)
            },
        ] + reports.map(\.asReport)

    private static let reports: [Command<PlayerMachine>] = [
        Command("finished", "the engine reports that the track has ended") {
            $0.report("finished")
        },
        Command(
            "failed", "<reason>", example: "reason", "the engine reports a failure", read: { $0 }
        ) { $0.player.receive(.failed(reason: $1, load: $0.player.loadNumber)) },
        Command("stalled", "the engine reports that data is missing") {
            $0.report("stalled")
        },
        Command("recovered", "the engine reports that data comes in again") {
            $0.report("recovered")
        },
        Command("sought", "the engine reports that it has carried out the latest seek") {
            $0.report("sought")
        },
        Command("paused", "the engine reports that something else, such as a telephone call, has paused it") {
            $0.report("paused")
        },
    ]

    static let reporter = "the engine"

    static let inspections: [ShellCommand<PlayerMachine>] = [
        ShellCommand(name: "funnel", help: "how often each state was entered, and for how long") { machine in
            machine.funnel.entries.map { entry in
                let name = entry.state.padding(toLength: 20, withPad: " ", startingAt: 0)
                return "\(name) \(entry.count) ×  \(entry.time.text)"
            }
        }
    ]

    static let overview = Overview(
        Player.overview, caption: "A player with a queue of one track:", promises: Player.promises,
        of: Player.model)

    static let tour: [(caption: String, requests: String)] = [
        ("A state handles what concerns it; whatever else is asked is refused.", "pause play pause stop"),
        ("A stall is not a pause: the player continues by itself.", "play stalled seek 0:05 recovered"),
        ("Paused stays paused: neither a seek nor a stall resumes the player.", "play pause seek 0:03 stalled play"),
        (
            "At the end of a track comes the next one, and at the end of the queue the player stops.",
            "load Air=0:05,Badinerie=0:03 play finished finished"
        ),
        ("A failure stops the player; behind it, the next track plays.", "play failed unreadable next play"),
        ("What pauses the engine pauses the player.", "play paused play"),
    ]

    private static func time(_ text: String) throws(UsageError) -> Duration {
        guard let time = Duration(text: text) else {
            throw UsageError("“\(text)” is not a time; \(Duration.forms)")
        }
        return time
    }

    private static func tracks(_ text: String) throws(UsageError) -> [Track] {
        if text == "none" { return [] }
        var tracks: [Track] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", maxSplits: 1)
            guard words.count == 2, let duration = Duration(text: String(words[1])), duration >= .zero else {
                throw UsageError("“\(part)” is not a track; a queue reads Air=0:05,Badinerie=0:03, or none")
            }
            tracks.append(Track(String(words[0]), duration: duration))
        }
        return tracks
    }
}

extension PlaybackReport {
    /// This report. If mpv found no sound device or no screen, the reason also names the option to play without them.
    fileprivate var namingSilence: PlaybackReport {
        guard case .failed(let reason, let load) = self, reason.contains("output initialization failed") else {
            return self
        }
        return .failed(reason: "\(reason) (--silent plays without sound and picture)", load: load)
    }

    /// The report in the form in which a user types it.
    var name: String {
        switch self {
        case .finished: "finished"
        case .failed(let reason, _): "failed \(reason)"
        case .stalled: "stalled"
        case .recovered: "recovered"
        case .sought: "sought"
        case .paused: "paused"
        }
    }
}
