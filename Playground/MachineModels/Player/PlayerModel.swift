import Playback
import StateExploration
import StatePattern

/// Models of the player, which can be driven and explored.
public enum PlayerModel {
    /// A player and the engine that records the player's commands.
    public typealias Subject = (player: Player, engine: RecordingEngine)

    /// The player with all requests. A state's name contains all data on which the effect of a request depends.
    public static var machine: MachineModel<Player.Request> {
        model(requests: Player.Request.allCases, startingWith: [], state: state)
    }

    /// The name of a player's state in ``machine``: with the track and, for a stopped player, the place to begin at.
    public static func state(of player: Player) -> String {
        let place = player.phase == .stopped && player.position > .zero ? " at \(player.position)" : ""
        return overviewState(of: player) + (player.track.map { ", \($0.title)\(place)" } ?? "")
    }

    /// The player with a queue of one track, so that it has few enough states for a drawing.
    public static var overview: MachineModel<Player.Request> {
        let load = Player.Request.load([Track("Fugue", duration: .seconds(90))])
        let requests: [Player.Request] = [
            .play, .pause, .stop, load, .seek(to: .seconds(20)), .finished, .failed(reason: "tape torn"), .stalled,
            .recovered, .paused,
        ]
        return model(requests: requests, startingWith: [load], state: overviewState)
    }

    /// The name of a player's state in ``overview``.
    public static func overviewState(of player: Player) -> String {
        player.state.statePath + (player.phase == .paused && player.isStalled ? ", stalled" : "")
    }

    /// Makes a player and its engine, and lets the player handle `requests`.
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
    /// The command as a text, without its number, which grows forever.
    public var words: String {
        switch self {
        case .load(let track, let place, _): "load \(track.title)" + (place > .zero ? " at \(place)" : "")
        case .seek(let time, _): "seek to \(time)"
        case .play: "play"
        case .pause, .stop: "\(self)"
        }
    }
}
