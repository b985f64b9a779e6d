import Playback
import StateInspector

extension PlayerModel {
    /// Makes recorded requests on a player with an engine that plays nothing.
    public static func replay(_ recording: Recording, of name: String) throws -> Recording.Replay {
        try recording.replay(
            of: name, on: { _ in Player(withoutListeningTo: RecordingEngine()) },
            requests: [
                "load(_:startingAt:position:)": {
                    $0.load(try $1.value(), startingAt: try $1.value(1), position: try $1.value(2))
                },
                "play()": { player, _ in player.play() }, "pause()": { player, _ in player.pause() },
                "stop()": { player, _ in player.stop() }, "next()": { player, _ in player.next() },
                "previous()": { player, _ in player.previous() }, "seek(to:)": { $0.seek(to: try $1.value()) },
                "finished(load:)": { $0.finished(load: try $1.value()) },
                "failed(reason:load:)": { $0.failed(reason: try $1.value(), load: try $1.value(1)) },
                "stalled(load:)": { $0.stalled(load: try $1.value()) },
                "recovered(load:)": { $0.recovered(load: try $1.value()) },
                "sought(_:load:)": { $0.sought(try $1.value(), load: try $1.value(1)) },
                "paused(play:)": { $0.paused(play: try $1.value()) },
            ]
        )
    }
}
