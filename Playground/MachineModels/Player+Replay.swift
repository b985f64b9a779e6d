import Playback
import StateExploration
import StateInspector
import StatePattern

extension Player {
    /// Makes a player that notes the commands to its engine, if any, and does not listen to it.
    public static func noting(_ engine: (any PlaybackEngine)? = nil) -> Player {
        Player(withoutListeningTo: RecordingEngine(engine))
    }

    /// Makes an engine that simulates playback in real time.
    public static func simulatedEngine() -> any PlaybackEngine { SimulatedEngine(clock: ContinuousClock()) }

    /// Causes a report of a simulated engine. Returns false if nothing is reported, or the engine is another one.
    public func simulate(_ report: String) -> Bool {
        guard let engine = (engine as? RecordingEngine)?.engine as? SimulatedEngine<ContinuousClock> else {
            return false
        }
        return switch report {
        case "stalled": engine.stall()
        case "recovered": engine.recover()
        case "paused": engine.interrupt()
        default: false
        }
    }

    /// Returns and removes the commands to the engine, as texts without their numbers.
    public func takeWords(time: (Duration) -> String) -> [String] {
        let commands = (engine as? RecordingEngine)?.takeCommands() ?? []
        return commands.map { if case .seek(let place, _) = $0 { "seek \(time(place))" } else { $0.words } }
    }

    /// The data of a player in a recording that begins in the middle.
    private struct Data: Codable {
        let queue: [Track]
        let index: Int
        let isStalled: Bool
        let load, seek, play: Int
    }

    /// The data of a player, for a recorder.
    public static func recordedData(of player: Player) -> any Encodable {
        Data(
            queue: player.queue, index: player.queueIndex ?? 0, isStalled: player.isStalled, load: player.loadNumber,
            seek: player.seekNumber, play: player.playNumber)
    }

    /// Makes a player in the situation in which a recording begins.
    private static func makePlayer(in start: Recording.Situation, _ data: Data?) -> Player {
        let player = noting()
        guard let data, start.isActive else { return player }
        player.load(data.queue, startingAt: data.index)
        if start.state != player.state.statePath { player.play() }
        if start.state == "Paused" { player.pause() }
        if data.isStalled { player.stalled(load: player.loadNumber) }
        return player
    }

    /// Makes recorded requests on a player with an engine that plays nothing. It counts from where the recording begins.
    public static func replay(_ recording: Recording, of name: String) throws -> Recording.Replay {
        var (loads, seeks, plays) = (0, 0, 0)
        return try recording.replay(
            of: name,
            on: { start -> Player in
                let data = try start.data(as: Data.self)
                let player = makePlayer(in: start, data)
                loads = (data?.load ?? player.loadNumber) &- player.loadNumber
                seeks = (data?.seek ?? player.seekNumber) &- player.seekNumber
                plays = (data?.play ?? player.playNumber) &- player.playNumber
                return player
            },
            requests: Player.requests,
            reading: { _, argument in
                guard argument.type == Int.self, argument.label != "startingAt" else { return nil }
                let earlier = argument.label == "load" ? loads : argument.label == "play" ? plays : seeks
                return try argument.value() &- earlier
            })
    }
}
