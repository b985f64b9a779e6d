import Foundation
import MPVPlayback
import Playback
import StatePattern
import TestSupport
import Testing

/// Sound and film in formats that people have, as ffmpeg makes them.
@MainActor
@Suite(
    .enabled(if: Recordings.areExpected && Program.isExpected("ffmpeg"), "MPV is not set, or there is no ffmpeg."),
    .serialized, .timeLimit(.minutes(60)))
struct `A player of what ffmpeg makes` {
    private let recordings: Recordings

    init() throws { recordings = try Recordings() }

    /// Makes a file of a tone, and of a test picture if it is a film.
    private func make(
        _ name: String, seconds: Int = 2, sound: String? = nil, options: [String] = []
    ) throws -> String {
        let file = recordings.folder.appending(path: name).path(percentEncoded: false)
        let picture = ["-f", "lavfi", "-i", "testsrc=duration=\(seconds):size=64x64:rate=10"]
        let result = try #require(Program.installed("ffmpeg")).run(
            ["-loglevel", "error", "-f", "lavfi", "-i", sound ?? "sine=duration=\(seconds)"]
                + (name.hasPrefix("film") ? picture : []) + options + [file])
        try #require(result.status == 0, "\(result.errors)")
        return file
    }

    private nonisolated static let names = ["sound.ogg", "sound.mp3", "sound.flac", "film.mkv", "film.mp4"]

    @Test(arguments: names, [1.5, 2.5, 1e9])
    func `begins at a place, or is over if that is behind its end`(name: String, place: Double) async throws {
        let track = Track(name, id: try make(name))
        let engine = try MPVEngine(options: MPVEngine.silent)
        let player = Player(engine: engine)
        player.load([track], position: .seconds(place))
        player.play()
        #expect(player.position == .seconds(place))
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure == nil)
    }

    @Test(arguments: names)
    func `knows its time, seeks in it, and plays to its end`(name: String) async throws {
        let file = try make(name)
        let duration = try #require(try await MPVEngine.duration(of: file))
        #expect(abs(duration / .seconds(1) - 2) < 0.1)
        let (player, engine) = try play([Track(name, id: file, duration: duration)])
        try await engine.wait(forPosition: { $0 > .zero })
        var requests: [String] = []
        player.observeRequests { requests.append($0.request) }
        player.seek(to: .seconds(1.5))
        #expect(player.position == .seconds(1.5))
        try await player.wait { $0.phase == .stopped }
        #expect(requests == ["seek(to:)", "sought(_:load:)", "finished(load:)"])
        #expect(player.lastFailure == nil)
    }

    @Test func `keeps the last picture of a film that is paused, and ends it when it is played`() async throws {
        let film = try make("film.mkv")
        let (player, engine) = try play([Track("film", id: film, duration: .seconds(600))])
        try await engine.wait(forPosition: { $0 > .zero })
        player.pause()
        var requests: [String] = []
        player.observeRequests { requests.append($0.request) }
        player.seek(to: .seconds(600))
        await yieldWhile("the seek is not over") { requests.last != "sought(_:load:)" }
        #expect(requests == ["seek(to:)", "sought(_:load:)"])
        #expect(player.phase == .paused)
        player.play()
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure == nil)
    }

    @Test func `reaches a place beyond the time that mpv estimates at first`() async throws {
        // Noise takes many bytes, and silence few: so the first frames mislead.
        let sound = "anoisesrc=duration=6[a];anullsrc=duration=20[b];[a][b]concat=n=2:v=0:a=1"
        let file = try make("estimated.mp3", sound: sound, options: ["-write_xing", "0", "-q:a", "2"])
        let duration = try #require(try await MPVEngine.duration(of: file))
        #expect(duration < .seconds(18))
        let (player, engine) = try play([Track("estimated", id: file, duration: duration)])
        try await engine.wait(forPosition: { $0 > .zero })
        player.seek(to: .seconds(20))
        try await engine.wait(forPosition: { $0 > .seconds(20.2) && $0 < .seconds(26) })
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure == nil)
    }

    @Test func `fails when the file is damaged in the middle`() async throws {
        // The table of its frames comes first, so that mpv opens what is left of it.
        let film = try make("film.mp4", seconds: 30, options: ["-movflags", "+faststart"])
        let content = try Data(contentsOf: URL(filePath: film))
        let track = Track(
            "damaged", id: try recordings.write("damaged.mp4", content.prefix(content.count / 10)),
            duration: .seconds(30))
        let whole = Track("whole", id: film, duration: .seconds(30))
        let (player, _) = try play([track, whole])
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure?.reason.hasPrefix("the file ended early, after ") == true)
        #expect(player.track == track)
    }
}
