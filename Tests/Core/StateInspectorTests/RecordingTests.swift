import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import StateInspector

@Suite struct `A recorder` {
    private static let lines = [
        #"{"situations":{},"version":2}"#,
        #"{"situations":{"printer":{"isActive":false,"state":"Idle","waiting":[]}},"version":2}"#,
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
        recorder.log.follow(printer, named: "printer")
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

    @Test func `keeps no machine alive, is not kept by one, and tells two of one name apart`() throws {
        var recorder: Recorder? = try Recorder()
        weak let weakRecorder = recorder
        var printer: Printer? = Printer()
        weak let weakPrinter = printer
        recorder?.log.follow(printer!, named: "printer")
        printer?.work()
        printer = nil
        #expect(weakPrinter == nil)
        let other = Printer(in: "Busy/Jammed")
        recorder?.log.follow(other, named: "printer")
        other.fix(with: Printer.Tool(name: "tongs", length: 9))
        let recording = try #require(recorder?.recording)
        for (name, count) in [("printer", 17), ("printer 2", 1)] {
            let replay = try recording.replay(of: name, on: { try Printer(at: $0) }, requests: Printer.requests)
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
                recorder.log.follow(printer, named: "printer")
                for _ in 1...3 { printer.work() }
                #expect((recorder.writingError == nil) == !url.path.contains("gone"))
                #expect(recorder.recording.entries.count >= 2)
            }
            #expect(try files.destinationOfSymbolicLink(atPath: link.path) == file.path)
            #expect(try Recording(Data(contentsOf: file)).entries.count >= 2)
        }
    }

    @Test func `locks its file, and leaves no other one, even if it was killed while it replaced it`() throws {
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: "run.jsonl")
            try Data("a draft of a killed program".utf8).write(to: folder.appending(path: "run.jsonl.draft"))
            let (recorder, printer) = (try Recorder(to: file, limit: 2), Printer())
            recorder.log.follow(printer, named: "printer")
            for _ in 1...3 { printer.work() }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.jsonl"])
            let sentence = "“\(file.path)” cannot be written: another recorder writes it."
            #expect(throws: RecordingError(sentence)) { try Recorder(to: file) }
            #expect(try Recording(Data(contentsOf: file)).lines == recorder.recording.lines)
            withExtendedLifetime(recorder) {}
        }
    }

    @Test func `writes what can be read, however large the arguments are`() throws {
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: "run.jsonl")
            let recorder = try Recorder(to: file, limit: 1_000, sizeLimit: 100_000)
            let printer = Printer()
            recorder.log.follow(printer, named: "printer", saving: { $0.pagesLeft })
            for pages in [1_000, 1] { printer.print(pages: pages) }
            for size in [10, 1_000, 20_000, 200_000, 3].flatMap({ Array(repeating: $0, count: 9) }) {
                printer.jam()
                // The second job is tried again, which no cut separates from this.
                printer.fix(with: Printer.Tool(name: String(repeating: "é", count: size), length: 9))
                for _ in 1...2 {
                    let data = try Data(contentsOf: file)
                    #expect(try data.count <= 100_000 && Recording(data).lines == recorder.recording.lines, "\(size)")
                    printer.activate()  // Nothing to do, but the recorder sees what waits.
                }
            }
            #expect(recorder.recording.entries.count > 6 && recorder.writingError == nil)
        }
    }

    @Test func `forgets machines that are gone, but not their names`() throws {
        let recorder = try Recorder(limit: 10)
        for _ in 1...100 {
            let printer = Printer()
            recorder.log.follow(printer, named: "printer")
            printer.work()
        }
        #expect(recorder.recording.machines.count <= 3 && recorder.recording.machines.contains("printer 100"))
    }

    private struct Values: Codable, Equatable, CustomStringConvertible {
        var numbers: [Double] = [.infinity, -.infinity, .greatestFiniteMagnitude]
        var float: Float? = -.infinity
        var links = [URL(string: "wss://ada:SECRET@example.org:8/a?token=SECRET#SECRET")]
        var text = "see ftp://SECRET@a.b/c_(d)?q=SECRET and http://x/y?z=SECRET"
        var description: String { "\(numbers), \(float as Any), \(links), \(text)" }
    }

    @Test func `writes infinity and NaN, and of a URL neither user nor password, query and fragment`() throws {
        let written = Recording.arguments((Double.nan, Values(), "inf", Optional(Values().links[0])), written: { $0 })
        #expect(Recording.json(of: [Decimal.nan]) == nil && Recording.json(of: "NaN") == "\"NaN\"")
        let read = written.map {
            Recording.RecordedArgument(request: "", label: "_", type: Any.self, index: 0, argument: $0)
        }
        #expect(try read[0].value(as: Double.self).isNaN && read[2].value() == "inf")
        let values: Values = try read[1].value()
        #expect(values.numbers == Values().numbers && values.float == -.infinity)
        #expect(values.links == [URL(string: "wss://example.org:8/a")] && values.text.contains("ftp://a.b/c_(d) "))
        #expect(try read[3].value() == URL(string: "wss://example.org:8/a"))
        let texts = written.flatMap { [$0.text, $0.json] }
        #expect(!texts.contains { $0?.contains("SECRET") == true }, "\(texts)")
    }

    @Test(arguments: [
        ("", "There is no whole line."), ("{}", "There is no whole line."),
        ("{}\n", "Line 1 is not the beginning of a recording."),
        ("PK\u{3}\u{4}\n\n", "Line 1 is not the beginning of a recording."),
        (#"{"situations":{},"version":3}"# + "\n", "The recording has version 3; this program reads 1 to 2."),
        (start + entry("state", "On") + start, "Line 3: “lamp” begins once more."),
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
