@testable import MPVPlayback
import Foundation
import Playback
import Testing

/// The reports that an engine makes of the events of mpv, without mpv.
@Suite struct MPVPlayheadTests {
    private var playhead = MPVPlayhead()

    /// Loads a file, which mpv gives the number `entry`.
    private mutating func load(
        _ number: Int, from location: String = "a.wav", at place: Duration = .zero, entry: Int
    ) {
        for (_, request) in playhead.load(number: number, from: location, at: place) {
            #expect(receive(.reply(request: request, error: nil, entry: entry)).isEmpty)
        }
    }

    /// Lets mpv open the file.
    @discardableResult private mutating func open(_ entry: Int) -> [PlaybackReport] {
        receive(.startFile(entry: entry), .fileLoaded, .duration(.seconds(9)), .playbackRestart)
    }

    /// Loads a file, and lets mpv open it.
    private mutating func begin(_ location: String = "a.wav", at place: Duration = .zero) {
        load(1, from: location, at: place, entry: 1)
        open(1)
    }

    /// Lets mpv answer the commands.
    private mutating func accept(_ commands: [(MPVCommand, request: Int)]) {
        for (_, request) in commands { #expect(receive(.reply(request: request, error: nil, entry: nil)).isEmpty) }
    }

    private mutating func receive(_ events: MPVEvent...) -> [PlaybackReport] {
        events.flatMap { playhead.receive($0).reports }
    }

    @Test mutating func `Events of an earlier file are dropped`() {
        load(1, entry: 7)
        #expect(open(7).isEmpty)
        #expect(receive(.position(.seconds(3))).isEmpty)
        #expect(playhead.position == .seconds(3))
        load(2, entry: 8)
        #expect(playhead.position == .zero)
        #expect(receive(.position(.seconds(4)), .isWaitingForData(true), .playbackRestart).isEmpty)
        #expect(playhead.position == .zero)
        #expect(receive(.endFile(entry: 7, reason: "eof", error: nil)).isEmpty)
        open(8)
        #expect(receive(.position(.seconds(1)), .endFile(entry: 8, reason: "eof", error: nil)) == [.finished(load: 2)])
    }

    @Test mutating func `A file that begins at a place is there until mpv says where it is`() {
        load(1, at: .seconds(5), entry: 1)
        #expect(playhead.position == .seconds(5))
        #expect(receive(.startFile(entry: 1), .position(nil), .fileLoaded, .playbackRestart).isEmpty)
        #expect(playhead.position == .seconds(5))
        #expect(receive(.position(.seconds(4.9))).isEmpty)
        #expect(playhead.position == .seconds(4.9))
        load(2, entry: 2)
        #expect(playhead.position == .zero)
    }

    @Test(
        arguments: [
            (8.9, false, .position(.seconds(8.9)), false), (9, false, .position(.seconds(9)), true),
            (1_000, false, .position(.zero), true), (1_000, false, .duration(nil), true),
            (1_000, true, .position(.seconds(8.9)), true), (1_000, true, .duration(nil), true),
        ] as [(Double, Bool, MPVEvent, Bool)])
    mutating func `A file that begins at its end, or past it, has been played to its end, whatever mpv says before`(
        place: Double, bySeek: Bool, last: MPVEvent, ends: Bool
    ) {
        begin(at: bySeek ? .zero : .seconds(place))
        if bySeek { accept(playhead.seek(to: .seconds(place), number: 1)) }
        #expect(receive(last).isEmpty)
        let reason = "no audio or video data played"
        #expect(end("error", reason) == [ends ? .finished(load: 1) : .failed(reason: reason, load: 1)])
    }

    @Test mutating func `A seek waits until the file is open, and is answered when it has landed`() {
        load(1, entry: 1)
        #expect(playhead.seek(to: .seconds(5), number: 1).isEmpty)
        _ = receive(.startFile(entry: 1))
        let commands = playhead.receive(.fileLoaded).commands
        #expect(commands.count == 1)
        #expect(receive(.playbackRestart).isEmpty)  // That of the load.
        accept(commands)
        #expect(receive(.seek, .playbackRestart) == [.sought(1, load: 1)])
        #expect(receive(.playbackRestart).isEmpty)
    }

    @Test mutating func `The latest of several seeks is answered: when it has landed, or if mpv cannot carry it out`() {
        begin()
        for number in 1...3 { accept(playhead.seek(to: .seconds(number), number: number)) }
        #expect(receive(.seek, .seek, .playbackRestart) == [.sought(3, load: 1)])
        // The landing of an earlier seek is no answer.
        accept(playhead.seek(to: .seconds(4), number: 4))
        let fifth = playhead.seek(to: .seconds(5), number: 5)
        #expect(receive(.seek).isEmpty)
        accept(fifth)
        #expect(receive(.playbackRestart).isEmpty)
        #expect(receive(.seek, .playbackRestart) == [.sought(5, load: 1)])
        // Neither is an error before mpv has accepted the seek.
        let sixth = playhead.seek(to: .seconds(6), number: 6)
        #expect(receive(.cannotSeek).isEmpty)
        accept(sixth)
        #expect(receive(.cannotSeek) == [.sought(6, load: 1)])
        #expect(receive(.cannotSeek, .playbackRestart).isEmpty)
        let refused = playhead.seek(to: .seconds(7), number: 7)[0].request
        #expect(receive(.reply(request: refused, error: "unavailable", entry: nil)) == [.sought(7, load: 1)])
    }

    @Test mutating func `A stall is reported once, and so is its end`() {
        begin()
        #expect(receive(.isWaitingForData(false)).isEmpty)
        #expect(receive(.isWaitingForData(true), .isWaitingForData(true)) == [.stalled(load: 1)])
        #expect(receive(.isWaitingForData(false), .isWaitingForData(false)) == [.recovered(load: 1)])
    }

    @Test mutating func `A stream stalls until it plays for the first time, and after a seek until it plays again`() {
        load(1, from: "https://example.org/a.mp3", entry: 1)
        #expect(receive(.startFile(entry: 1)) == [.stalled(load: 1)])
        #expect(receive(.fileLoaded, .duration(.seconds(9)), .isWaitingForData(false)).isEmpty)
        #expect(receive(.playbackRestart) == [.recovered(load: 1)])
        accept(playhead.seek(to: .seconds(5), number: 1))
        #expect(receive(.isWaitingForData(true)) == [.stalled(load: 1)])
        #expect(receive(.seek, .isWaitingForData(false)).isEmpty)
        #expect(receive(.playbackRestart) == [.recovered(load: 1), .sought(1, load: 1)])
    }

    /// Lets the first file end for a reason, and mpv send messages behind that, and returns the reports of its answer.
    private mutating func end(_ reason: String, _ error: String? = nil, _ messages: [String] = []) -> [PlaybackReport] {
        let (reports, commands) = playhead.receive(.endFile(entry: 1, reason: reason, error: error))
        for message in messages { #expect(receive(.error(message)).isEmpty) }
        return reports + commands.flatMap { receive(.reply(request: $0.request, error: nil, entry: nil)) }
    }

    @Test(
        arguments: [
            (false, "error", "loading failed", ["no such file", "failed to open"], "loading failed: no such file"),
            (true, "error", "no audio output", ["no loudspeaker"], "no audio output: no loudspeaker"),
            (true, "error", "no audio output", [], "no audio output: a damaged frame"),
            (true, "redirect", nil, [], "a folder or a playlist; a track has to be one file"),
            (true, "stop", nil, [], "mpv stopped playing the file (stop): a damaged frame"),
            (true, "", nil, [], "mpv stopped playing the file (): a damaged frame"),
        ] as [(Bool, String, String?, [String], String)])
    mutating func `A file that cannot be opened fails with the first error message, an open one with the latest`(
        isOpen: Bool, end reason: String, error: String?, messages: [String], failure: String
    ) {
        load(1, entry: 1)
        #expect(receive(.startFile(entry: 1)).isEmpty)
        if isOpen { #expect(receive(.fileLoaded, .playbackRestart, .error("a damaged frame")).isEmpty) }
        #expect(end(reason, error, messages) == [.failed(reason: failure, load: 1)])
    }

    @Test(
        arguments: [
            ("https://example.org/a.mp3", 3.5, nil, false), ("https://example.org/a.mp3", 8.5, nil, true),
            ("a.mp3", 3.5, nil, true), ("file:///a.mp3", 3.5, nil, true), ("a.mp3", 3.5, "partial file", false),
        ] as [(String, Double, String?, Bool)])
    mutating func `A stream that breaks, or a damaged file that ends early, is a failure`(
        location: String, position: Double, message: String?, isFinished: Bool
    ) {
        begin(location)
        #expect(receive(.position(.seconds(position))).isEmpty)
        if let message { #expect(receive(.error(message)).isEmpty) }
        let reason = "the file ended early, after 3.5 seconds of 9.0 seconds" + (message.map { ": \($0)" } ?? "")
        #expect(end("eof") == [isFinished ? .finished(load: 1) : .failed(reason: reason, load: 1)])
    }

    @Test(
        arguments: [
            (false, [9], true), (false, [3, 9], false), (false, [], false), (true, [3, 9], true), (true, [], true),
        ] as [(Bool, [Int], Bool)])
    mutating func `The end of a stream without a size is a failure unless its time was known`(
        hasSize: Bool, seconds: [Int], isFinished: Bool
    ) {
        load(1, from: "https://example.org/a.mp3", entry: 1)
        _ = receive(.startFile(entry: 1), .fileLoaded, .hasSize(hasSize), .playbackRestart)
        for time in seconds { #expect(receive(.duration(.seconds(time)), .position(.seconds(time - 1))).isEmpty) }
        #expect(receive(.position(.seconds(8)), .hasSize(false)).isEmpty)
        let reason = "the stream ended after 8.0 seconds; whether that was its end, its server does not tell"
        #expect(end("eof") == [isFinished ? .finished(load: 1) : .failed(reason: reason, load: 1)])
        // The next one has not the size of this one.
        load(2, from: "https://example.org/b.mp3", entry: 1)
        _ = receive(.hasSize(false), .startFile(entry: 1), .fileLoaded, .playbackRestart, .position(.seconds(8)))
        #expect(end("eof") == [.failed(reason: reason, load: 2)])
    }

    /// Lets seconds pass, in which mpv answers with events, or not at all.
    ///
    /// - Returns: The reports, and behind them the reason to end mpv as that of a failure.
    private mutating func pass(_ seconds: Int, _ answer: (_ request: Int) -> [MPVEvent]) -> [PlaybackReport] {
        var reports: [PlaybackReport] = []
        for second in 1...seconds {
            let (news, commands, hang) = playhead.tick()
            reports += news
            if let hang { return reports + [.failed(reason: hang, load: second)] }
            reports += answer(commands[0].request).flatMap { playhead.receive($0).reports }
        }
        return reports
    }

    private static func silent(_ request: Int) -> [MPVEvent] { [] }
    private static func fed(_ request: Int) -> [MPVEvent] { answer(request, isStarved: false) }
    private static func starved(_ request: Int) -> [MPVEvent] { answer(request, isStarved: true) }
    private static func answer(_ request: Int, isStarved: Bool) -> [MPVEvent] {
        [.reply(request: request, error: nil, entry: nil, isStarved: isStarved)]
    }

    @Test mutating func `An mpv that does not answer is a stall, and then a failure`() {
        begin()
        var reports = pass(4, Self.silent)
        #expect(reports == [])
        reports = pass(1, Self.silent)
        #expect(reports == [.stalled(load: 1)])
        #expect(receive(.playbackRestart) == [])
        reports = pass(1, Self.fed)
        #expect(reports == [.recovered(load: 1)])
        reports = pass(100, Self.silent)
        #expect(
            reports == [.stalled(load: 1), .failed(reason: "mpv has not answered for 30 seconds", load: 30)])
    }

    @Test(arguments: [false, true])
    mutating func `A file that gives no data is a stall, and then a failure, but a stream waits`(isStream: Bool) {
        load(1, from: isStream ? "https://example.org/a.mp3" : "a.mp3", entry: 1)
        _ = receive(.startFile(entry: 1))
        let failure = PlaybackReport.failed(reason: "the file has given no data for 30 seconds", load: 30)
        var reports = pass(100, Self.fed)
        #expect(reports == (isStream ? [] : [.stalled(load: 1), failure]))
        _ = receive(.fileLoaded, .playbackRestart)
        _ = pass(1, Self.fed)
        reports = pass(100, Self.starved)
        #expect(reports == [], "a paused file needs no data")
        accept(playhead.play(true))
        _ = pass(10, Self.fed)
        // It plays at the edge of what has come.
        var place = 0
        reports = pass(100) { request in
            place += 1
            return [.position(.seconds(place))] + Self.starved(request)
        }
        #expect(reports == [])
        reports = pass(10, Self.starved)
        #expect(reports == [.stalled(load: 1)])
        reports = pass(2) { [.position(.seconds(200))] + Self.fed($0) }
        #expect(reports == [.recovered(load: 1)])
        reports = pass(100, Self.starved)
        #expect(Array(reports.dropFirst()).isEmpty == isStream)
        #expect(reports.first == .stalled(load: 1))
    }

    @Test mutating func `A stream that ends while it seeks to its end is finished`() {
        begin("https://example.org/a.mp3")
        accept(playhead.seek(to: .seconds(9), number: 1))
        #expect(receive(.seek) == [.stalled(load: 1)])
        #expect(end("eof") == [.finished(load: 1)])
    }

    @Test mutating func `A file that mpv rejects is a failure`() {
        let request = playhead.load(number: 1, from: "a.wav", at: .zero)[0].request
        #expect(
            receive(.reply(request: request, error: "invalid parameter", entry: nil))
                == [.failed(reason: "mpv rejected the file: invalid parameter", load: 1)])
    }

    @Test mutating func `After a stop nothing is reported, and the end of mpv is that of its process`() {
        begin()
        #expect(playhead.stop().count == 2)
        #expect(receive(.position(.seconds(1)), .endFile(entry: 1, reason: "stop", error: nil)).isEmpty)
        #expect(playhead.position == .zero)
        #expect(playhead.forgetProcess() == nil)
        begin()
        #expect(end("quit").isEmpty)
        #expect(playhead.forgetProcess() == 1)
    }

    @Test(
        arguments: [
            ("time-pos", "2.5", .position(.seconds(2.5))), ("time-pos", "null", .position(nil)),
            ("time-pos", "-0.5", .position(.seconds(-0.5))), ("time-pos", "1e300", .position(.seconds(3_155_760_000))),
            ("time-pos", "-1e300", .position(.seconds(-3_155_760_000))), ("duration", "-1", .duration(nil)),
            ("duration", "1e25", .duration(.seconds(3_155_760_000))), ("duration", "\"9\"", .duration(nil)),
            ("file-size", "9", .hasSize(true)), ("file-size", "null", .hasSize(false)),
            ("paused-for-cache", "true", .isWaitingForData(true)),
        ] as [(String, String, MPVEvent)])
    func `A change of a property is decoded`(name: String, value: String, event: MPVEvent) {
        let data = value == "null" ? "" : #","data":\#(value)"#
        let line = #"{"event":"property-change","id":1,"name":"\#(name)"\#(data)}"#
        #expect(MPVEvent(line: Data(line.utf8)) == event)
    }

    @Test(
        arguments: [
            #"{"event":"end-file","reason":"error","playlist_entry_id":3,"file_error":"unrecognized file format"}"#:
                .endFile(entry: 3, reason: "error", error: "unrecognized file format"),
            #"{"data":{"playlist_entry_id":2},"request_id":11,"error":"success"}"#:
                .reply(request: 11, error: nil, entry: 2),
            #"{"data":{"underrun":true},"request_id":3,"error":"success"}"#:
                .reply(request: 3, error: nil, entry: nil, isStarved: true),
            #"{"request_id":11,"error":"invalid parameter"}"#:
                .reply(request: 11, error: "invalid parameter", entry: nil),
            #"{"event":"log-message","text":"\n Two lines:\nof one\n"}"#: .error("Two lines:"),
            #"{"event":"log-message","text":"Cannot seek in this stream.\n"}"#: .cannotSeek,
            #"{"event":"log-message","prefix":"file","level":"error","text":"No such file\n"}"#: .error("No such file"),
            #"{"event":"log-message","text":"You can force it with '--force-seekable=yes'.\n"}"#: nil,
            "": nil, "{": nil, "[]": nil, "nonsense": nil, #"{"event":"audio-reconfig"}"#: nil,
            #"{"event":"log-message","text":" \n"}"#: nil,
        ] as [String: MPVEvent?])
    func `A line is decoded, and one of no use left out`(line: String, event: MPVEvent?) {
        #expect(MPVEvent(line: Data(line.utf8)) == event)
    }
}
