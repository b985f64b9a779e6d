import Foundation
import MPVPlayback
import Playback
import StateExploration
import StatePattern
import TestSupport
import Testing

/// A program in the place of mpv that sends anything: through an engine to a player.
@MainActor @Suite(.timeLimit(.minutes(60))) struct MPVFuzzTests {
    private let recordings: Recordings
    private let track: Track
    private let lines: URL
    private let program: URL

    init() throws {
        recordings = try Recordings()
        track = try recordings.track("track", seconds: 1)
        lines = recordings.folder.appending(path: "lines")
        // It ends when it has sent everything.
        program = try recordings.program("exec cat '\(lines.path(percentEncoded: false))' >&0")
    }

    /// The lines that mpv sends, by their fields, each with a value in JSON.
    private static let messages: [[(name: String, value: String)]] =
        [
            [("request_id", "1"), ("error", "\"success\""), ("data", #"{"playlist_entry_id":1,"underrun":true}"#)],
            [("event", "\"start-file\""), ("playlist_entry_id", "1")],
            [("event", "\"file-loaded\"")], [("event", "\"seek\"")], [("event", "\"playback-restart\"")],
            [("event", "\"log-message\""), ("text", "\"Cannot seek in this stream.\"")],
            [("event", "\"log-message\""), ("text", "\"a message\"")],
            [
                ("event", "\"end-file\""), ("playlist_entry_id", "1"), ("reason", "\"error\""),
                ("file_error", "\"an error\""),
            ],
            [("event", "\"end-file\""), ("playlist_entry_id", "1"), ("reason", "\"eof\"")],
        ]
        + ["file-size", "time-pos", "duration", "paused-for-cache"].map {
            [("event", "\"property-change\""), ("id", "1"), ("name", "\"\($0)\""), ("data", "2.5")]
        }

    /// Values in JSON, and some that JSON does not have.
    private static let values: [String] =
        HostileValues.texts.map { text in
            String(decoding: (try? JSONEncoder().encode(text)) ?? Data("\"\"".utf8), as: UTF8.self)
        } + HostileValues.numbers + HostileValues.doubles.map { "\($0)" }
        + ["null", "true", "{}", "[]", "[1e300]", String(repeating: "[", count: 2000), "\"\\ud800\"", ""]

    private static func line(_ fields: [(name: String, value: String)]) -> String {
        "{\(fields.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ","))}"
    }

    /// Plays while the program sends lines, and seeks, and expects that nothing is left of it.
    private func play(_ sent: [String]) async throws {
        try Data((sent.joined(separator: "\n") + "\n").utf8).write(to: lines)
        let engine = MPVEngine(program: program)
        let player = MPVPlaybackTests.play([track, track], on: engine)
        for time in HostileValues.doubles where time.isFinite && abs(time) < 1e19 { player.seek(to: .seconds(time)) }
        #expect(player.position >= .zero)
        // The program ends, which is a failure, unless its lines have ended the track before.
        try await player.wait { $0.phase == .stopped }
        #expect(player.position >= .zero && engine.duration ?? .zero >= .zero)
        await yieldWhile("the program runs") { engine.processIdentifier != nil }
    }

    @Test func `Each field of each message may have any value`() async throws {
        for message in Self.messages {
            var sent: [String] = []
            for index in message.indices {
                for value in Self.values {
                    var fields = message
                    fields[index].value = value
                    // A file that is open, and a load that is known.
                    sent += Self.messages.prefix(3).map(Self.line) + [Self.line(fields)]
                }
            }
            try await play(sent)
        }
    }

    @Test func `Messages may come in any order, with any values`() async throws {
        var seeds = FuzzSeeds(20, for: "messages of mpv")
        while let seed = seeds.next() {
            var generator = SeededGenerator(seed: seed)
            var sent = Self.messages.prefix(3).map(Self.line)
            for _ in 0..<Int.random(in: 1...100, using: &generator) {
                var fields = Self.messages[Int.random(in: 0..<Self.messages.count, using: &generator)]
                for index in fields.indices where Int.random(in: 0...3, using: &generator) == 0 {
                    fields[index].value = Self.values[Int.random(in: 0..<Self.values.count, using: &generator)]
                }
                var line = Self.line(fields)
                if Int.random(in: 0...9, using: &generator) == 0 {
                    line = String(line.prefix(Int.random(in: 0...line.count, using: &generator)))
                }
                sent.append(line)
            }
            try await play(sent)
        }
    }
}
