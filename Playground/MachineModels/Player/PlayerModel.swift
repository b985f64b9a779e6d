import Playback
import StateExploration
import StatePattern

/// The player as a machine that can be driven and explored.
public enum PlayerModel {
    /// A player and the engine that writes down its commands.
    public typealias Subject = (player: Player, engine: RecordingEngine)

    /// The player with all requests. The name of a state has all data that the effect of a request depends on.
    public static var machine: MachineModel<Player.Request> {
        model(requests: Player.Request.allCases, startingWith: [], state: state)
    }

    /// The name of a player's state in the machine: with its track, and with the place where a stopped player will
    /// begin.
    public static func state(of player: Player) -> String {
        let place = player.phase == .stopped && player.position > .zero ? " at \(player.position)" : ""
        return overviewState(of: player) + (player.track.map { ", \($0.title)\(place)" } ?? "")
    }

    /// The player with a queue of one track, and with states that are few enough to be drawn.
    public static var overview: MachineModel<Player.Request> {
        let load = Player.Request.load([Track("Fugue", duration: .seconds(90))])
        let requests: [Player.Request] = [
            .play, .pause, .stop, load, .seek(to: .seconds(20)), .finished, .failed(reason: "tape torn"), .stalled,
            .recovered, .paused,
        ]
        return model(requests: requests, startingWith: [load], state: overviewState)
    }

    /// The name of a player's state in the overview.
    public static func overviewState(of player: Player) -> String {
        player.state.statePath + (player.phase == .paused && player.isStalled ? ", stalled" : "")
    }

    /// Makes a player, and lets it handle requests.
    public static func makePlayer(after requests: [Player.Request] = []) -> Subject {
        let engine = RecordingEngine()
        let player = Player(withoutListeningTo: engine)
        player.activate()
        for request in requests { player.perform(request) }
        return (player, engine)
    }

    private static func model(
        requests: [Player.Request], startingWith first: [Player.Request], state: @escaping (Player) -> String
    ) -> MachineModel<Player.Request> {
        MachineModel(
            { makePlayer(after: first) }, named: "Player", requests: requests, perform: { $0.player.perform($1) },
            state: { state($0.player) }, trace: { $0.engine.takeCommands().map(\.words) })
    }
}

extension RecordingEngine.Command {
    /// The command without its number, which grows forever.
    public var words: String {
        switch self {
        case .load(let track, let place, _): "load \(track.title)" + (place > .zero ? " at \(place)" : "")
        case .seek(let time, _): "seek to \(time)"
        case .play: "play"
        case .pause, .stop: "\(self)"
        }
    }
}
