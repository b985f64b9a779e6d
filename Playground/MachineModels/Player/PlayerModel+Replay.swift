import Playback
import StateInspector
import StatePattern

extension PlayerModel {
    /// The data of a player in a recording that begins in the middle.
    struct Data: Codable {
        let queue: [Track]
        let index: Int
        let isStalled: Bool
        let load, seek, play: Int
    }

    /// The data of a player, for a recorder.
    public static func data(of player: Player) -> any Encodable {
        Data(
            queue: player.queue, index: player.queueIndex ?? 0, isStalled: player.isStalled, load: player.loadNumber,
            seek: player.seekNumber, play: player.playNumber)
    }

    /// Makes a player in the situation in which a recording begins.
    private static func makePlayer(in start: Recording.Situation, _ data: Data?) -> Player {
        let player = Player(withoutListeningTo: RecordingEngine())
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
        func load(_ arguments: Recording.Arguments, _ index: Int = 0) throws -> Int {
            try arguments.value(index) &- loads
        }
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
            requests: [
                "load(_:startingAt:position:)": {
                    $0.load(try $1.value(), startingAt: try $1.value(1), position: try $1.value(2))
                },
                "play()": { player, _ in player.play() }, "pause()": { player, _ in player.pause() },
                "stop()": { player, _ in player.stop() }, "next()": { player, _ in player.next() },
                "previous()": { player, _ in player.previous() }, "seek(to:)": { $0.seek(to: try $1.value()) },
                "finished(load:)": { $0.finished(load: try load($1)) },
                "failed(reason:load:)": { $0.failed(reason: try $1.value(), load: try load($1, 1)) },
                "stalled(load:)": { $0.stalled(load: try load($1)) },
                "recovered(load:)": { $0.recovered(load: try load($1)) },
                "sought(_:load:)": {
                    let number: Int = try $1.value()
                    $0.sought(number &- seeks, load: try load($1, 1))
                },
                "paused(play:)": {
                    let number: Int = try $1.value()
                    $0.paused(play: number &- plays)
                },
            ]
        )
    }
}
