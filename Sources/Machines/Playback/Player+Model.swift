import StateExploration
import StatePattern

extension Player {
    /// The requests of a player, to explore it, with several queues. Reports have the current numbers.
    public static var requests: RequestList<Player> { requests(late: 0) }

    /// The requests, with reports about a load or play that was some loads or plays ago.
    package static func requests(late: Int) -> RequestList<Player> {
        let queue = [Track("Prelude", duration: .seconds(100)), Track("Fugue", duration: .seconds(60))]
        let loads: RequestList<Player> = [
            .init(Player.load, (queue, 0, .zero), named: "load"),
            .init(Player.load, ([], 0, .zero), named: "loadNothing"),
            .init(Player.load, (queue, 1, .seconds(30)), named: "loadAtPlace"),
            .init(Player.load, (queue, 2, .zero), named: "loadBeyond"),
        ]
        return loads + wishes + [.init(Player.next), .init(Player.previous)] + progress(late: late)
            + [.init(Player.sought, arguments: { ($0.seekNumber, $0.loadNumber - late) })]
    }

    private static var wishes: RequestList<Player> {
        [.init(Player.play), .init(Player.pause), .init(Player.stop)]
    }

    private static func progress(late: Int) -> RequestList<Player> {
        [
            .init(Player.seek, .seconds(20), named: "seek"), .init(Player.finished) { $0.loadNumber - late },
            .init(Player.failed, arguments: { ("tape torn", $0.loadNumber - late) }),
            .init(Player.stalled) { $0.loadNumber - late }, .init(Player.recovered) { $0.loadNumber - late },
            .init(Player.paused) { $0.playNumber - late },
        ]
    }

    /// A model of the player with all requests. A state's text contains the track and, for a stopped player, the place to
    /// begin at.
    public static var model: MachineModel<String> {
        model(of: requests, playing: []) { player in
            let place = player.phase == .stopped && player.position > .zero ? " at \(player.position)" : ""
            return player.track.map { "\($0.title)\(place)" }
        }
    }

    /// A model of the player with a queue of one track, so that it has few enough states for a drawing.
    public static var overview: MachineModel<String> {
        let queue = [Track("Fugue", duration: .seconds(90))]
        let requests = wishes + [.init(Player.load, (queue, 0, .zero), named: "load")] + progress(late: 0)
        return model(of: requests, playing: queue, data: { _ in nil })
    }

    private static func model(
        of requests: RequestList<Player>, playing queue: [Track], data: @escaping (Player) -> String?
    ) -> MachineModel<String> {
        MachineModel(
            { () -> Player in
                let player = Player(withoutListeningTo: RecordingEngine())
                player.load(queue)
                return player
            }, requests: requests,
            data: { player in
                let stalled = player.phase == .paused && player.isStalled ? "stalled" : nil
                return [stalled, data(player)].compactMap(\.self).joined(separator: ", ")
            },
            trace: { ($0.engine as? RecordingEngine)?.takeCommands().map(\.words) ?? [] })
    }

    /// The promises that the player keeps to its engine and to its listeners.
    public static var promises: Promises<String> {
        typealias Condition = StateGraph<String>.Condition
        let loads = Condition.effect("load") { $0.hasPrefix("load") }
        let seeks = Condition.effect("seek") { $0.hasPrefix("seek") }
        return [
            "the engine plays only what it has loaded": .precedes(loads, .effect("play")),
            "a stopped engine loads before it plays or seeks":
                .never(.effect("play") || seeks, after: .effect("stop"), until: loads),
            "an engine that plays is not told to play":
                .never(.effect("play"), after: .effect("play"), until: .effect("pause")),
            "nothing is heard while the player is stopped or paused":
                .never(.isIn("Stopped", "Paused"), after: .effect("play"), until: .effect("pause")),
            "buffering ends when data comes in again":
                .leads(from: .isIn("Playing/Buffering"), to: !.isIn("Playing/Buffering"), fair: ["recovered"]),
        ]
    }
}

extension RecordingEngine.Command {
    /// The command as a text, without its number, which grows forever.
    package var words: String {
        switch self {
        case .load(let track, let place, _): "load \(track.title)" + (place > .zero ? " at \(place)" : "")
        case .seek(let time, _): "seek to \(time)"
        case .play: "play"
        case .pause, .stop: "\(self)"
        }
    }
}
