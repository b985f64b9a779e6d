import Foundation
import MPVPlayback
import Playback
import StatePattern
import TestSupport
import Testing

/// A player on a real mpv, which is neither heard nor seen.
///
/// It plays in real time. So this runs where `MPV` is set, and while no other test runs.
@MainActor @Suite(.enabled(if: Recordings.areExpected, "MPV is not set."), .serialized, .timeLimit(.minutes(60)))
struct `A player on mpv` {
    private let recordings: Recordings

    init() throws { recordings = try Recordings() }

    /// Plays ten minutes on an own engine, which has begun when this returns.
    private func playLong() async throws -> (Player, MPVEngine) {
        let (player, engine) = try play([try recordings.track("long", seconds: 600)])
        try await engine.wait(forPosition: { $0 > .zero })
        return (player, engine)
    }

    /// A server that sends so many bytes of a stream of half a minute, and the stream.
    private func stream(stallingAfter count: Int, closes: Bool = false) -> (StallingServer, Track) {
        let server = StallingServer(Recordings.wave(seconds: 30, rate: 88_000), first: count, closes: closes)
        return (server, Track("stream", id: "http://127.0.0.1:\(server.port)/a.wav", duration: .seconds(30)))
    }

    /// The requests of a player from now on, by their names.
    private func requests(of player: Player) -> AsyncStream<String> {
        let (requests, continuation) = AsyncStream<String>.makeStream()
        player.observeRequests { continuation.yield($0.request) }
        return requests
    }

    @Test func `advances, holds while it is paused, and lands where it is sent`() async throws {
        let (player, engine) = try play([try recordings.track("long", seconds: 600)])
        let clock = ContinuousClock()
        try await engine.wait(forPosition: { $0 > .seconds(0.1) })
        let (start, first) = (clock.now, player.position)
        try await engine.wait(forPosition: { $0 > first + .seconds(0.5) })
        let (advance, time) = (player.position - first, clock.now - start)
        #expect(abs((advance - time) / .seconds(1)) < 0.3, "It plays in real time.")
        player.pause()
        let reports = requests(of: player)
        player.seek(to: .seconds(30))
        #expect(player.position == .seconds(30))
        for await report in reports where report == "sought(_:load:)" { break }
        // Another player is the clock.
        let (other, clockwork) = try play([try recordings.track("clock", seconds: 600)])
        try await clockwork.wait(forPosition: { $0 > .seconds(0.2) })
        // mpv said where it is once more when it knew how much of the sound had been heard.
        let place = player.position
        #expect(abs((place - .seconds(30)) / .seconds(1)) < 0.3)
        try await clockwork.wait(forPosition: { $0 > .seconds(1.2) })
        #expect(player.position == place)
        player.play()
        try await engine.wait(forPosition: { $0 > .seconds(30.2) })
        #expect(player.position < .seconds(40))
        for player in [player, other] { player.stop() }
        #expect(player.position == .zero)
    }

    @Test func `plays a queue through, and begins the next file at its own place`() async throws {
        let names = ["long", "two", "three"]
        let player = Player(engine: try MPVEngine(options: MPVEngine.silent))
        let tracks = try zip(names, [600, 0.3, 0.3]).map { try recordings.track($0, seconds: $1) }
        player.load(tracks, position: .seconds(599.8))
        var heard: [String] = []
        player.observe { [unowned player] transition in
            if transition.target.phase == .advancing { heard.append(player.track?.title ?? "") }
            if player.queueIndex ?? 0 > 0 { #expect(player.position < .seconds(1)) }
        }
        let (clock, start) = (ContinuousClock(), ContinuousClock.now)
        player.play()
        try await player.wait { $0.phase == .stopped }
        #expect(heard == names)
        #expect(clock.now - start > .seconds(0.6), "Nothing of a track is skipped.")
        #expect(player.lastFailure == nil)
    }

    @Test(arguments: [(0.0, 8.0), (5, 3), (7.25, 0.75), (9, 0), (1e20, 0)])
    func `begins at a saved place, and nothing before it is heard`(place: Double, heard: Double) async throws {
        let sound = recordings.folder.appending(path: "heard.wav")
        let options = ["--vo=null", "--ao=pcm", "--ao-pcm-file=\(sound.path(percentEncoded: false))"]
        let file = try recordings.record("eight.wav", seconds: 8)
        let process = try await {
            let engine = try MPVEngine(options: options)
            let player = Player(engine: engine)
            player.load([Track("eight", id: file)], position: .seconds(place))
            player.play()
            #expect(player.position == min(.seconds(place), .seconds(3_155_760_000)))
            try await player.wait { $0.phase == .stopped }
            #expect(player.lastFailure == nil)
            return try #require(engine.processIdentifier)
        }()
        // mpv writes a sample as a byte, 8000 for a second, and the last ones when it ends.
        await yieldWhile("mpv runs") { kill(process, 0) == 0 }
        let size = (try? Data(contentsOf: sound).count) ?? 0
        #expect(abs(Double(max(size - 44, 0)) / 8_000 - heard) < 0.1, "\(size) bytes")
    }

    @Test func `begins where it can when a stream has no such place`() async throws {
        let (server, stream) = stream(stallingAfter: 600_000)
        let engine = try MPVEngine(options: MPVEngine.silent)
        let player = Player(engine: engine)
        player.load([stream], position: .seconds(25))
        player.play()
        try await engine.wait(forPosition: { $0 > .zero && $0 < .seconds(7) })
        #expect(player.phase.isPlaying)
        withExtendedLifetime(server) {}
    }

    /// The player limits a seek to the time that it knows; mpv limits it to the end of the file.
    @Test(arguments: ["before anything is heard", "while it plays", "while it is paused"], [600, 1000])
    func `ends a track by a seek to its end, or past it`(time: String, knownSeconds: Int) async throws {
        let file = try recordings.record("long.wav", seconds: 600)
        let (player, engine) = try play([Track("long", id: file, duration: .seconds(knownSeconds))])
        if time.hasPrefix("while") { try await engine.wait(forPosition: { $0 > .zero }) }
        if time.hasSuffix("paused") { player.pause() }
        player.seek(to: .seconds(1000))
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure == nil)
    }

    @Test(arguments: [
        ("missing", "“/nowhere/missing.wav” is neither a file that exists nor an http or https URL"),
        ("broken", "unrecognized file format"), ("folder", "“/"),
        ("refused", "loading failed: tcp: Connection to tcp://127.0.0.1:1 failed"),
    ])
    func `stops with mpv's error message when a file cannot be played`(kind: String, message: String) async throws {
        let bytes = Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ $0) })
        _ = try recordings.track("other", seconds: 1)
        let track =
            switch kind {
            case "missing": Track("missing", id: "/nowhere/missing.wav", duration: .seconds(1))
            case "broken": Track("broken", id: try recordings.write("broken.wav", bytes), duration: .seconds(10))
            case "folder": Track("folder", id: recordings.folder.path(percentEncoded: false), duration: .seconds(1))
            default: Track("refused", id: "http://127.0.0.1:1/a.wav", duration: .seconds(1))
            }
        let (player, engine) = try play([track, try recordings.track("next", seconds: 600)])
        try await player.wait { $0.phase == .stopped }
        let failure = try #require(player.lastFailure)
        #expect(failure.track == track)
        #expect(failure.reason.hasPrefix(message), "\(failure.reason)")
        #expect(player.track == track)
        #expect(player.queue.map(\.title) == [kind, "next"])
        player.load([player.queue[1]])
        player.play()
        try await engine.wait(forPosition: { $0 > .zero })
        player.stop()
    }

    @Test func `buffers while a server stalls, and keeps a pause in that time`() async throws {
        let (server, stream) = stream(stallingAfter: 300_000)
        let (player, engine) = try play([stream])
        try await engine.wait(forPosition: { $0 > .seconds(1) })
        try await player.wait { $0.phase == .buffering }
        player.pause()
        #expect(player.phase == .paused)
        #expect(player.isStalled)
        let reports = requests(of: player)
        server.sendRest()
        for await report in reports where report == "recovered(load:)" { break }
        #expect(!player.isStalled)
        #expect(player.phase == .paused)
        player.play()
        #expect(player.phase == .advancing)
        let place = player.position
        try await engine.wait(forPosition: { $0 > place })
        player.stop()
    }

    @Test(arguments: [0, 300_000])
    func `buffers until a server sends something, and continues by itself`(count: Int) async throws {
        let (server, stream) = stream(stallingAfter: count)
        let (player, engine) = try play([stream])
        if count > 0 { try await engine.wait(forPosition: { $0 > .seconds(1) }) }
        try await player.wait { $0.phase == .buffering }
        let place = player.position
        #expect((place > .zero) == (count > 0))
        server.sendRest()
        try await player.wait { $0.phase == .advancing }
        try await engine.wait(forPosition: { $0 > place })
        player.stop()
    }

    @Test func `fails when a server closes the connection in the middle of a file`() async throws {
        let (server, stream) = stream(stallingAfter: 100_000, closes: true)
        let (player, _) = try play([stream, try recordings.track("next", seconds: 600)])
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure?.track == stream)
        let reason = player.lastFailure?.reason ?? ""
        #expect(reason.hasPrefix("the file ended early, after "), "\(reason)")
        #expect(reason.contains(" of 30.0 seconds: http: "), "\(reason)")
        #expect(player.track == stream)
        withExtendedLifetime(server) {}
    }

    @Test func `continues where it is when a stream has no such place`() async throws {
        // Without ranges, mpv can go to a place that it has received already, and to no other.
        let (server, stream) = stream(stallingAfter: 600_000)
        let (player, engine) = try play([stream])
        try await engine.wait(forPosition: { $0 > .zero })
        for (goal, lands) in [(25, false), (4, true)] {
            let reports = requests(of: player)
            player.seek(to: .seconds(goal))
            #expect(player.position == .seconds(goal))
            for await report in reports where report == "sought(_:load:)" { break }
            #expect((player.position >= .seconds(4)) == lands)
            #expect(player.position < .seconds(7))
        }
        player.stop()
        withExtendedLifetime(server) {}
    }

    /// Files that name another one, which exists and could be played.
    @Test(arguments: [
        ("list.m3u", "#EXTM3U\nother.wav\n"), ("list.pls", "[playlist]\nFile1=other.wav\n"),
        ("list.edl", "# mpv EDL v0\nother.wav\n"), ("list.ffconcat", "ffconcat version 1.0\nfile other.wav\n"),
        ("list.cue", "FILE \"other.wav\" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n"),
        ("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1.0,\nother.wav\n#EXT-X-ENDLIST\n"),
        ("list.sdp", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 51234 RTP/AVP 0\n"),
    ])
    func `opens no other file, and no port, that a file names`(name: String, content: String) async throws {
        _ = try recordings.record("other.wav", seconds: 600)
        let file = try recordings.write(name, Data(content.utf8))
        let (player, _) = try play([Track(name, id: file, duration: .seconds(600))])
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure?.reason.hasPrefix("unrecognized file format") == true)
        #expect(player.position == .zero)
    }

    /// Lists that a server sends, with an address in the place of the percent sign.
    @Test(arguments: [
        "[playlist]\nFile1=%\n", "#EXTM3U\n%\n", "%\n", "# mpv EDL v0\n%\n", "[Reference]\nRef1=%\n",
        "ffconcat version 1.0\nfile %\n",
    ])
    func `asks for no address that a list of a server names`(list: String) async throws {
        let named = StallingServer(Recordings.wave(seconds: 1), first: .max)
        let content = list.replacing("%", with: "http://127.0.0.1:\(named.port)/a.wav")
        let server = StallingServer(Data(content.utf8), first: .max, closes: true)
        for name in ["list.pls", "list.m3u", "list.m3u8", "list.edl", "list.wav"] {
            let address = "http://127.0.0.1:\(server.port)/\(name)"
            let (player, engine) = try play([Track(name, id: address), try recordings.track("next", seconds: 600)])
            try await player.wait { $0.phase == .stopped }
            #expect(player.lastFailure?.reason.hasPrefix("unrecognized file format") == true)
            // mpv, which obeys in order, would have asked by the time that it plays another file.
            player.load([player.queue[1]])
            player.play()
            try await engine.wait(forPosition: { $0 > .zero })
            player.stop()
        }
        #expect(named.connectionCount == 0)
    }

    @Test func `stalls while mpv is halted, and plays on afterwards`() async throws {
        let clock = ManualClock()
        let engine = MPVEngine(program: try #require(MPVEngine.program), options: MPVEngine.silent, clock: clock)
        let player = play([try recordings.track("long", seconds: 600)], on: engine)
        try await engine.wait(forPosition: { $0 > .zero })
        let process = try #require(engine.processIdentifier)
        kill(process, SIGSTOP)
        // Its last answers may be on their way in the first of them.
        for _ in 1...10 { await clock.wake(after: .seconds(1)) }
        try await player.wait { $0.phase == .buffering }
        kill(process, SIGCONT)
        let place = player.position
        try await engine.wait(forPosition: { $0 > place })
        await clock.wake(after: .seconds(1))
        try await player.wait { $0.phase == .advancing }
        #expect(engine.processIdentifier == process)
    }

    @Test(arguments: [false, true])
    func `fails when mpv is killed, unless the player is stopped, and plays again`(isStopped: Bool) async throws {
        let (player, engine) = try await playLong()
        if isStopped { player.stop() }
        let first = try #require(engine.processIdentifier)
        kill(first, SIGKILL)
        await yieldWhile("mpv runs") { engine.processIdentifier != nil }
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure?.reason == (isStopped ? nil : "mpv was killed (signal 9)"))
        player.play()
        try await engine.wait(forPosition: { $0 > .zero })
        #expect(try #require(engine.processIdentifier) != first)
        #expect(player.phase == .advancing)
    }

    /// Plays, halts mpv, and sends it ten thousand commands.
    private func flood() async throws -> (Player, MPVEngine, Int32) {
        let (player, engine) = try await playLong()
        let process = try #require(engine.processIdentifier)
        kill(process, SIGSTOP)
        for number in 1...10_000 { player.seek(to: .seconds(number % 600)) }
        return (player, engine, process)
    }

    @Test func `is killed when it does not read any more`() async throws {
        let (player, engine, process) = try await flood()
        // The player has not waited until mpv was killed.
        #expect(engine.processIdentifier == process)
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure?.reason == "mpv was killed (signal 9)")
        player.play()
        try await engine.wait(forPosition: { $0 > .zero })
    }

    @Test func `gets all commands once it reads again`() async throws {
        let (player, engine, process) = try await flood()
        player.seek(to: .seconds(300))
        kill(process, SIGCONT)
        for await report in requests(of: player) where report == "sought(_:load:)" && player.position < .seconds(310) {
            break
        }
        try await engine.wait(forPosition: { $0 > .seconds(300.2) && $0 < .seconds(310) })
        #expect(engine.processIdentifier == process)
        player.stop()
    }

    @Test func `is killed when it does not end with its engine`() async throws {
        let process = try await {
            let (_, engine) = try await playLong()
            let process = try #require(engine.processIdentifier)
            kill(process, SIGSTOP)
            return process
        }()
        await yieldWhile("mpv runs") { kill(process, 0) == 0 }
        #expect(errno == ESRCH)
    }

    /// Makes a number of loads, plays and stops, and returns the process of mpv, which is about to end.
    private func use(_ count: Int, _ note: (MPVEngine) -> Void = { _ in }) async throws -> Int32 {
        let (player, engine) = try play([try recordings.track("short", seconds: 600)])
        note(engine)
        for number in 1...count {
            player.play()
            if number % 100 == 0 { try await engine.wait(forPosition: { $0 > .zero }) }
            player.stop()
        }
        player.play()
        try await engine.wait(forPosition: { $0 > .zero })
        return try #require(engine.processIdentifier)
    }

    @Test func `leaves no process and no descriptor behind after a thousand loads, plays and stops`() async throws {
        _ = try await use(1000)  // The first time opens what the libraries keep.
        // That mpv may still be ending, and have a few descriptors. More than that are left behind by ten others.
        let before = try descriptors()
        for _ in 1...10 { _ = try await use(1) }
        weak var engine: MPVEngine?
        let process = try await use(1000) { engine = $0 }
        #expect(engine == nil)
        await yieldWhile("mpv runs") { kill(process, 0) == 0 }
        #expect(errno == ESRCH)
        try await yieldWhile("there are more descriptors than before") { try descriptors() > before }
    }

    @Test func `leaves no memory behind after a thousand loads, plays and stops`() async throws {
        for _ in 1...2 { _ = try await use(1000) }
        var growths: [Int] = []
        for _ in 1...5 {
            let before = try residentMemory() ?? 0
            _ = try await use(1000)
            growths.append(try (residentMemory() ?? 0) - before)
        }
        // A kilobyte for each load would be seen each time; the memory that the system gives to a new thread, at times.
        #expect(try #require(growths.min()) < 1000 * 1024)
    }

    @Test func `knows the playing time of a file, and of no other`() async throws {
        let track = try recordings.track("short", seconds: 2.5)
        #expect(try await MPVEngine.duration(of: track.id) == .seconds(2.5))
        await #expect(throws: MPVError.noFile("/nowhere/missing.wav")) {
            try await MPVEngine.duration(of: "/nowhere/missing.wav")
        }
        #expect(try await MPVEngine.duration(of: recordings.write("empty.wav", Data())) == nil)
        let server = StallingServer(Recordings.wave(seconds: 1), first: 0)
        let url = "http://127.0.0.1:\(server.port)/a.wav"
        #expect(try await MPVEngine.duration(of: url, timeLimit: .milliseconds(100)) == nil)
        #expect(try await MPVEngine.duration(of: track.id, timeLimit: .seconds(1.7e20)) == .seconds(2.5))
        #expect(try await MPVEngine.duration(of: track.id, timeLimit: .seconds(-1.7e20)) == nil)
    }
}

/// The number of descriptors that this program has open.
///
/// Those of run loops do not count: on Linux, Foundation makes one for each thread that starts a program, for the life
/// of the thread.
private func descriptors() throws -> Int {
    let manager = FileManager.default
    return try manager.contentsOfDirectory(atPath: "/dev/fd").count {
        (try? manager.destinationOfSymbolicLink(atPath: "/dev/fd/\($0)"))?.hasPrefix("anon_inode:") != true
    }
}

@MainActor @Suite(.timeLimit(.minutes(60))) struct `A machine without mpv` {
    /// A program that ends at once, with the status 1.
    private static let failing = Program.installed("false")!.executable

    /// It keeps its folder while a test runs.
    private let recordings: Recordings

    init() throws { recordings = try Recordings() }

    @Test func `has no engine, and is told how to get one`() async {
        #expect("\(MPVError.notInstalled)".contains("apt install mpv"))
        await #expect(processExitsWith: .success) {
            setenv("PATH", "/nowhere", 1)
            #expect(throws: MPVError.notInstalled) { try MPVEngine() }
        }
    }

    @Test func `has a player that fails when its program cannot be started`() async throws {
        let engine = MPVEngine(program: URL(filePath: "/dev/null"))
        let player = play([try recordings.track("a", seconds: 1)], on: engine)
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure?.reason.hasPrefix("mpv cannot be started: ") == true)
    }

    @Test func `has a player that fails each time that its program ends at once, and leaves no descriptor behind`()
        async throws
    {
        let engine = MPVEngine(program: Self.failing)
        let player = Player(engine: engine)
        player.activate()
        player.load([try recordings.track("a", seconds: 1)])
        var before = 0
        for number in 1...100 {
            player.play()
            try await player.wait { $0.phase == .stopped }
            #expect(
                player.lastFailure?.reason
                    == "mpv ended with status 1: it does not know one of its options, or could not be initialized")
            if number == 1 { before = try descriptors() }
        }
        try await yieldWhile("there are more descriptors than before") { try descriptors() > before }
    }

    @Test(
        arguments: ["-", "fd://0", "FDClose://0", "lavf://pipe:0", "ffmpeg://pipe:0"] + [
            "", "--help", "edl://a.wav", "av://lavfi:sine", "memory://a", "rtsp://127.0.0.1:1/a", "ftp://127.0.0.1:1/a",
            "smb://host/a.wav", "null://", "http:/a.wav", "http://127.0.0.1:1/\r\na", "https://127.0.0.1:1/\0",
            "file://host/a.wav", "file:///nowhere/a.wav", "/nowhere/a.wav", "a\0.wav", "/", "/dev/zero", "/dev/stdin",
            "/dev/null\0", String(repeating: "a", count: 5000),
        ])
    func `has a player that fails when a track is neither a file nor a stream`(location: String) async throws {
        let program = Self.failing
        let track = Track("a", id: location, duration: .seconds(1))
        let player = play([track], on: MPVEngine(program: program))
        try await player.wait { $0.phase == .stopped }
        let reason = "“\(location)” is neither a file that exists nor an http or https URL"
        #expect(player.lastFailure?.reason == reason)
        await #expect(throws: MPVError.noFile(location)) {
            try await MPVEngine.duration(of: location, program: program)
        }
    }

    @Test(arguments: ["folder.wav", "pipe.wav", "loop.wav", "dangling.wav", "device.wav"])
    func `opens no folder, pipe, device or broken link`(name: String) async throws {
        let file = recordings.folder.appending(path: name).path(percentEncoded: false)
        let target = ["loop.wav": file, "dangling.wav": "/nowhere/a.wav", "device.wav": "/dev/zero"]
        switch name {
        case "folder.wav": try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        case "pipe.wav": try #require(mkfifo(file, 0o600) == 0)
        default:
            try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: try #require(target[name]))
        }
        await #expect(throws: MPVError.noFile(file)) {
            try await MPVEngine.duration(of: file, program: Self.failing)
        }
    }

    @Test(arguments: ["a.wav", "--help", "-", "50%41.wav", "http:a.wav", "a\nb.wav", "edl:.wav", "é.wav", "link.wav"])
    func `opens a file of any name, by its path`(name: String) async throws {
        let file = try recordings.record(name == "link.wav" ? "a.wav" : name, seconds: 1)
        let link = recordings.folder.appending(path: "link.wav").path(percentEncoded: false)
        if name == "link.wav" { try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file) }
        let location = name == "link.wav" ? link : file
        let answer = #"{"event":"property-change","name":"duration","data":1.5}"#
        let program = try recordings.program(
            """
            read -r first; read -r second
            case "$second" in *'["loadfile","'*) echo '\(answer)' >&0;; esac
            exec cat >/dev/null
            """)
        #expect(try await MPVEngine.duration(of: location, program: program) == .seconds(1.5))
        let url = URL(filePath: location).absoluteString
        #expect(try await MPVEngine.duration(of: url, program: program) == .seconds(1.5))
    }

    @Test func `has a player that stalls and then fails when its program hangs`() async throws {
        let clock = ManualClock()
        let engine = MPVEngine(program: try recordings.program("exec sleep 600"), clock: clock)
        let player = play([try recordings.track("a", seconds: 1)], on: engine)
        await yieldWhile("no program runs") { engine.processIdentifier == nil }
        let process = try #require(engine.processIdentifier)
        for second in 1...30 {
            #expect(player.phase == (second <= 5 ? .advancing : .buffering))
            await clock.wake(after: .seconds(1))
            if second == 5 { try await player.wait { $0.phase == .buffering } }
        }
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure?.reason == "mpv has not answered for 30 seconds")
        #expect(engine.processIdentifier == nil)
        await yieldWhile("mpv runs") { kill(process, 0) == 0 }
        #expect(errno == ESRCH)
        #expect(clock.due == [])
    }

    @Test func `has no playing time when its program hangs`() async throws {
        let clock = ManualClock()
        let file = try recordings.record("a.wav", seconds: 1)
        let program = try recordings.program("exec sleep 600")
        async let duration = MPVEngine.duration(of: file, program: program, timeLimit: .seconds(10), clock: clock)
        await clock.wake(after: .seconds(10))
        #expect(try await duration == nil)
    }

    /// Programs that get no further than this when mpv ends.
    @Test(arguments: [
        "echo '{\"event\":\"shutdown\"}' >&0; exec sleep 600", "exec sleep 600 <&-", "exec sleep 600 </dev/null",
    ])
    func `has a player that fails when its program hangs at its end`(script: String) async throws {
        let player = play(
            [try recordings.track("a", seconds: 1)], on: MPVEngine(program: try recordings.program(script)))
        try await player.wait { $0.phase == .stopped }
        #expect(player.lastFailure?.reason == "mpv was killed (signal 9)")
    }
}
