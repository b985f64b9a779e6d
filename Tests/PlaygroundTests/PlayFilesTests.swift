import Foundation
import TestSupport
import Testing

/// `playground player --play`, with a real mpv that is neither heard nor seen.
///
/// It plays in real time. So this runs where `MPV` is set, and while no other test runs.
@Suite(
    .blocking, .enabled(if: Recordings.areExpected, "MPV is not set."), .serialized,
    .timeLimit(.minutes(60)))
struct `The player of files` {
    private let recordings: Recordings

    init() throws { recordings = try Recordings() }

    private var folder: String { recordings.folder.path(percentEncoded: false) }

    /// Plays without sound and picture.
    private func play(_ words: String...) throws -> Program.Result {
        try command.run(["player", "--play", "--silent"] + words)
    }

    private func terminal(_ words: String...) throws -> PseudoTerminal {
        try PseudoTerminal(running: command, ["player", "--play", "--silent"] + words)
    }

    @Test func `plays a folder through`() throws {
        try recordings.record("a.wav", seconds: 0.3)
        try recordings.record("b.wav", seconds: 0.3)
        let result = try play(folder)
        #expect(
            result
                == Program.Result(
                    output: """
                        play: Stopped → Playing/Advancing [load a.wav, play]
                        finished: Playing/Advancing → Playing/Advancing [load b.wav]
                        finished: Playing/Advancing → Stopped [pause, stop]

                        """))
    }

    @Test func `plays the sound and the films of a folder, in the order of their names, and says what it leaves out`()
        throws
    {
        for name in ["10.wav", "2.wav", "B.WAV", "a.wav"] { try recordings.record(name, seconds: 0.1) }
        for name in ["cover.jpg", "list.m3u", ".hidden.wav"] { _ = try recordings.write(name, Data()) }
        let inner = recordings.folder.appending(path: "more.wav")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        let lines = try play(folder).output.split(separator: "\n")
        #expect(lines.first == "left out of “\(folder)”: cover.jpg, list.m3u, more.wav")
        #expect(
            lines.dropFirst().compactMap { $0.split(separator: "[load ").dropFirst().first?.prefix(5) } == [
                "2.wav", "10.wa", "a.wav", "B.WAV",
            ])
    }

    @Test func `leaves out of a folder, with the reason, what is no file or has a name that is not UTF-8`() throws {
        try recordings.record("a.wav", seconds: 0.1)
        try #require(mkfifo("\(folder)/pipe.wav", 0o600) == 0)
        for (name, target) in [
            ("b.wav", "a.wav"), ("dangling.wav", "none"), ("loop.wav", "loop.wav"), ("zero.wav", "/dev/zero"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
        }
        let shell = Program(at: URL(filePath: "/bin/sh"))
        try #require(shell.run(["-c", "touch \"$0/$(printf 'latin\\351.wav')\"", folder]).status == 0)
        let result = try play(folder)
        #expect(result.status == 0, "\(result.errors)")
        let (kind, name) = ("it is no file that can be read", "its name is not UTF-8")
        let rest = [
            "dangling.wav (\(kind))", "latin\u{FFFD}.wav (\(name))", "loop.wav (\(kind))", "pipe.wav (\(kind))",
            "zero.wav (\(kind))",
        ]
        #expect(
            result.output.split(separator: "\n").first.map(String.init)
                == "left out of “\(folder)”: \(rest.joined(separator: ", "))")
        #expect(result.output.contains("load a.wav") && result.output.contains("load b.wav"))
    }

    @Test func `says that there is nothing to play in a folder`() throws {
        _ = try recordings.write("cover.jpg", Data())
        #expect(
            try play(folder)
                == Program.Result(
                    status: 64, errors: "playground: there is neither sound nor film in the folder “\(folder)”\n"))
    }

    @Test func `draws which states it was in, next to their chart`() throws {
        let funnel = recordings.folder.appending(path: "funnel.svg")
        let files = try ["a.wav", "b.wav"].map { try recordings.record($0, seconds: 0.3) }
        let result = try play("--funnel", funnel.path(percentEncoded: false), files[0], files[1])
        #expect(result.status == 0, "\(result.errors)")
        let picture = try PictureGeometry(String(contentsOf: funnel, encoding: .utf8))
        #expect(picture.problems == [])
        #expect(picture.boxes.filter(\.isCurrent).map(\.state) == ["Stopped"])
        #expect(
            picture.entries.map { "\($0.state) \($0.texts[1].text)" } == [
                "Stopped 2", "Playing 1", "Playing/Advancing 2", "Playing/Buffering 0", "Paused 0",
            ])
        let advancing = try #require(picture.entries.first { $0.state == "Playing/Advancing" })
        #expect(try #require(advancing.bar?.width) > 80)
    }

    @Test func `says before it plays that a funnel cannot be drawn`() throws {
        let file = try recordings.record("long.wav", seconds: 600)
        let result = try play("--funnel", "/nowhere/funnel.svg", file)
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("playground: the funnel cannot be drawn into “/nowhere/funnel.svg”: "))
    }

    @Test func `says with mpv's error message what cannot be played`() throws {
        let result = try play("/nowhere/a.wav")
        #expect(result.status == 1)
        #expect(
            result.errors
                == "playground: a.wav: “/nowhere/a.wav” is neither a file that exists nor an http or https URL\n")
    }

    @Test func `takes requests on a terminal, and leaves no mpv behind when it is killed`() throws {
        let file = try recordings.record("long.wav", seconds: 600)
        let terminal = try self.terminal(file)
        try terminal.follow([
            "play: Stopped → Playing/Advancing [load long.wav, play]\n",
            "> seek 5:00", "sought: handled in Playing/Advancing (long.wav 5:0", " / 10:00)\n",
            "> pause", "pause: Playing/Advancing → Paused [pause]\n",
        ])
        let children = Self.children(of: terminal.processIdentifier)
        #expect(children.count == 1)
        terminal.crash()
        for child in children { while Self.isRunning(child), !Task.isCancelled { sched_yield() } }
    }

    @Test func `shows that a stream waits for data`() throws {
        let server = StallingServer(Recordings.wave(seconds: 600), first: 0)
        let terminal = try self.terminal("http://127.0.0.1:\(server.port)/a.wav")
        try terminal.expect("stalled: Playing/Advancing → Playing/Buffering\n")
        server.sendRest()
        try terminal.expect("recovered: Playing/Buffering → Playing/Advancing\n")
    }

    @Test func `asks its silent copies about the same files`() throws {
        let files = try ["one.wav", "two.wav"].map { try recordings.record($0, seconds: 600) }
        let terminal = try self.terminal(files[0], files[1])
        try terminal.follow([
            "play: Stopped → Playing/Advancing [load one.wav, play]\n",
            "> finished", "finished: Playing/Advancing → Playing/Advancing [load two.wav]\n",
            "> finished", "finished: Playing/Advancing → Stopped [pause, stop]\n",
            "> ?", "handled here: load, play, stop, next\n",
        ])
    }

    @Test func `draws into another file after an undo`() throws {
        let funnel = recordings.folder.appending(path: "evening.svg")
        let file = try recordings.record("long.wav", seconds: 600)
        let terminal = try self.terminal("--funnel", funnel.path(percentEncoded: false), file)
        try terminal.expect("play: Stopped → Playing/Advancing [load long.wav, play]\n")
        try terminal.type("pause", expecting: "pause: Playing/Advancing → Paused [pause]\n")
        let before = try Data(contentsOf: funnel)
        try terminal.type("undo", expecting: "the time that a track had played does not come back.")
        try terminal.type("stop", expecting: "stop: Playing/Advancing → Stopped [pause, stop]\n")
        #expect(try Data(contentsOf: funnel) == before)
        let second = recordings.folder.appending(path: "evening-2.svg")
        let picture = try PictureGeometry(String(contentsOf: second, encoding: .utf8))
        #expect(picture.boxes.filter(\.isCurrent).map(\.state) == ["Stopped"])
    }

    @Test(arguments: [false, true])
    func `says how to get mpv where there is none`(hasFolder: Bool) throws {
        let folder = recordings.folder.appending(path: "mpv")
        if hasFolder { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false) }
        let env = Program(at: URL(filePath: "/usr/bin/env"))
        let result = try env.run(["PATH=\(self.folder)", command.executable.path, "player", "--play", "a.wav"])
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("playground: mpv is not installed; on Debian and Ubuntu “apt install mpv”"))
    }

    @Test func `names the option to play without sound where there is no device`() throws {
        try recordings.record("a.wav", seconds: 0.3)
        let mpv = try #require(Program.installed("mpv")).executable.path(percentEncoded: false)
        // As where there is none, also on a machine that has one.
        let program = try recordings.write(
            "mpv", Data("#!/bin/sh\nexec \(mpv) \"$@\" --ao=pcm --ao-pcm-file=/nowhere/a.wav --vo=null\n".utf8))
        try #require(chmod(program, 0o755) == 0)
        let env = Program(at: URL(filePath: "/usr/bin/env"))
        let result = try env.run(
            ["PATH=\(folder):/usr/bin:/bin", command.executable.path, "player", "--play", folder + "/a.wav"])
        #expect(result.status == 1)
        #expect(result.errors.contains(" (--silent plays without sound and picture)\n"))
        #expect(result.output.contains(" (--silent plays without sound and picture): Playing/Advancing → Stopped"))
    }

    /// True if a process runs, and has not just ended and is still to be reaped, which not every system's first process does.
    private static func isRunning(_ process: Int32) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        return stat.split(separator: ")").last?.split(separator: " ").first != "Z"
    }

    /// The processes that another one started.
    private static func children(of parent: Int32) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { number in
            guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else { return false }
            let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 1 && Int32(fields[1]) == parent && fields[0] != "Z"
        }
    }
}
