import Foundation
import StatePattern
import TestSupport
import Testing

@testable import StateInspector

@Suite struct `A recorder` {
    private static let lines = [
        #"{"situations":{},"version":1}"#, #"{"situations":{"printer":{"isActive":false,"state":"Idle"}},"version":1}"#,
        #"{"machine":"printer","outcome":"transitioned","request":"activate()","state":"Idle","target":"Idle"}"#,
        #"{"arguments":[{"json":"0","text":"0"}],"machine":"printer","outcome":"refused","refusal":"nothing to print","request":"print(pages:)","state":"Idle"}"#,
        #"{"machine":"printer","outcome":"unhandled","request":"jam()","state":"Idle"}"#,
        #"{"arguments":[{"json":"2","text":"2"}],"machine":"printer","outcome":"transitioned","request":"print(pages:)","state":"Idle","target":"Busy/Warming"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"machine":"printer","outcome":"deferred","request":"print(pages:)","state":"Busy/Warming"}"#,
        #"{"machine":"printer","outcome":"transitioned","request":"warmedUp()","state":"Busy/Warming","target":"Busy/Working"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"isOwn":true,"machine":"printer","outcome":"deferred","request":"print(pages:)","state":"Busy/Working"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"machine":"printer","outcome":"handled","request":"printed(page:)","state":"Busy/Working"}"#,
        #"{"machine":"printer","outcome":"transitioned","request":"jam()","state":"Busy/Working","target":"Busy/Jammed"}"#,
        #"{"isOwn":true,"machine":"printer","outcome":"handled","request":"report()","state":"Busy/Jammed"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"isOwn":true,"machine":"printer","outcome":"deferred","request":"print(pages:)","state":"Busy/Jammed"}"#,
        #"{"arguments":[{"json":"{\"length\":2,\"name\":\"pin\"}","text":"pin"},{}],"machine":"printer","outcome":"refused","refusal":"too short","request":"fix(with:code:)","state":"Busy/Jammed"}"#,
        #"{"arguments":[{"json":"{\"length\":9,\"name\":\"tongs\"}","text":"tongs"},{}],"machine":"printer","outcome":"transitioned","request":"fix(with:code:)","state":"Busy/Jammed","target":"Busy/Working"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"isOwn":true,"machine":"printer","outcome":"deferred","request":"print(pages:)","state":"Busy/Working"}"#,
        #"{"arguments":[{"json":"2","text":"2"}],"machine":"printer","outcome":"transitioned","request":"printed(page:)","state":"Busy/Working","target":"Idle"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"isOwn":true,"machine":"printer","outcome":"transitioned","request":"print(pages:)","state":"Idle","target":"Busy/Warming"}"#,
        #"{"machine":"printer","outcome":"transitioned","request":"deactivate()","state":"Busy/Warming","target":"Idle"}"#,
    ]

    @Test func `writes a line for each request, hides what must not be written, and loses the last line at most`()
        throws
    {
        let file = FileManager.default.temporaryDirectory.appending(path: "printer-\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let recorder = try Recorder(to: file, writing: { $1 as? String == "1234" ? nil : $1 })
        let printer = Printer()
        recorder.follow(printer, named: "printer")
        printer.work()
        let data = try Data(contentsOf: file)
        #expect(data.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) } == Self.lines)
        var read = try Recording(data)
        #expect(read.machines == ["printer"] && recorder.writingError == nil)
        #expect(read.entries.map(\.line) == Array(3...Self.lines.count))
        read.entries.indices.forEach { read.entries[$0].line = 0 }
        #expect(read == recorder.recording)
        // Wherever the program ends.
        for count in 0...data.count {
            let lines = data.prefix(count).count { $0 == UInt8(ascii: "\n") }
            let cut = Result { try Recording(data.prefix(count)).entries.count }
            #expect((try? cut.get()) == (lines == 0 ? nil : max(0, lines - 2)))
        }
    }

    @Test(arguments: [1, 3, 7]) func `keeps the latest requests, and where they begin`(limit: Int) throws {
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: "printer.jsonl")
            let recorder = try Recorder(to: file, limit: limit)
            let printer = Printer()
            recorder.follow(printer, named: "printer")
            for count in 1...30 {
                printer.print(pages: 1)
                printer.warmedUp()
                printer.jam()
                printer.fix(with: "tongs", length: 9)
                printer.printed(page: count)
                let kept = recorder.recording.entries.count
                #expect(kept >= limit && kept < 2 * limit)
            }
            let read = try Recording(Data(contentsOf: file))
            #expect(read.lines == recorder.recording.lines)
            #expect(read.situations["printer"]?.state == read.entries[0].state)
            let replay = try read.replay(of: "printer", on: { Printer(in: $0) }, requests: Printer.replayed)
            #expect("\(replay)" == "no deviation in \(read.entries.count) request\(read.entries.count == 1 ? "" : "s")")
        }
    }

    @Test func `keeps no machine alive, is not kept by one, and tells two of one name apart`() throws {
        var recorder: Recorder? = try Recorder()
        weak let weakRecorder = recorder
        var printer: Printer? = Printer()
        weak let weakPrinter = printer
        recorder?.follow(printer!, named: "printer")
        printer?.work()
        printer = nil
        #expect(weakPrinter == nil)
        let other = Printer(in: "Busy/Jammed")
        recorder?.follow(other, named: "printer")
        other.fix(with: "tongs", length: 9)
        let recording = try #require(recorder?.recording)
        for (name, count) in [("printer", 17), ("printer 2", 1)] {
            let replay = try recording.replay(of: name, on: { Printer(in: $0) }, requests: Printer.replayed)
            #expect(replay == .init(agreeing: count, deviation: nil))
        }
        recorder = nil
        #expect(weakRecorder == nil)
        other.work()
    }

    @Test func `goes on without its file, and replaces neither a link nor a device`() throws {
        #expect(throws: (any Error).self) { try Recorder(to: URL(filePath: "/nowhere/printer.jsonl")) }
        try Program.withTemporaryFolder { folder in
            let (files, gone) = (FileManager.default, folder.appending(path: "gone"))
            let (file, link) = (folder.appending(path: "run.jsonl"), folder.appending(path: "link"))
            try files.createDirectory(at: gone, withIntermediateDirectories: false)
            try files.createSymbolicLink(at: link, withDestinationURL: file)
            for url in [gone.appending(path: "run.jsonl"), link, URL(filePath: "/dev/null")] {
                let (recorder, printer) = (try Recorder(to: url, limit: 2), Printer())
                try? files.removeItem(at: gone)
                recorder.follow(printer, named: "printer")
                for _ in 1...3 { printer.work() }
                #expect((recorder.writingError == nil) == !url.path.contains("gone"))
                #expect(recorder.recording.entries.count >= 2)
            }
            #expect(try files.destinationOfSymbolicLink(atPath: link.path) == file.path)
            #expect(try Recording(Data(contentsOf: file)).entries.count >= 2)
        }
    }

    @Test(arguments: [
        ("", "There is no whole line."), ("{}", "There is no whole line."),
        ("{}\n", "Line 1 is not the beginning of a recording."),
        ("PK\u{3}\u{4}\n\n", "Line 1 is not the beginning of a recording."),
        (#"{"situations":{},"version":2}"# + "\n", "The recording has version 2; this program reads 1."),
        (start + "\n", "Line 2: The given data was not valid JSON."),
        (start + #"{"machine":"lamp"}"# + "\n", "Line 2: There is no “request”."),
        (start + entry("outcome", "happy"), "Line 2: There is no outcome “happy”."),
        (start + entry("machine", "door"), "Line 2: No line before it says where “door” begins."),
        (
            start + entry("state", "On").replacing(#""On""#, with: "1"),
            "Line 2: state: Expected to decode String but found number instead."
        ),
    ])
    func `is no recorder of what is read as an error with a sentence`(text: String, sentence: String) {
        #expect(throws: RecordingError(sentence)) { try Recording(Data(text.utf8)) }
    }

    private static let start = #"{"situations":{"lamp":{"isActive":true,"state":"Off"}},"version":1}"# + "\n"
    private static func entry(_ key: String, _ value: String) -> String {
        var entry = ["machine": "lamp", "outcome": "handled", "request": "press()", "state": "Off"]
        entry[key] = value
        return Recording.line(entry) + "\n"
    }
}
