import Foundation
import StatePattern
import TestSupport
import Testing

@testable import StateInspector

extension Printer {
    /// The requests of a printer as a recording has them.
    static var replayed: [String: (Printer, Recording.Arguments) throws -> Void] {
        [
            "print(pages:)": { $0.print(pages: try $1.value()) }, "warmedUp()": { printer, _ in printer.warmedUp() },
            "printed(page:)": { $0.printed(page: try $1.value()) }, "jam()": { printer, _ in printer.jam() },
            "fix(with:code:)": { $0.fix(with: try $1.value(), code: (try? $1.value(1)) ?? "") },
            "report()": { printer, _ in printer.report() },
        ]
    }

    /// All kinds of requests: handled, refused, unhandled, deferred, recalled, and a follow-up.
    func work() {
        print(pages: 0)
        jam()
        print(pages: 2)
        print(pages: 1)
        warmedUp()
        printed(page: 1)
        jam()
        fix(with: Tool(name: "pin", length: 2), code: "1234")
        fix(with: Tool(name: "tongs", length: 9), code: "1234")
        printed(page: 2)
        deactivate()
    }
}

@Suite struct `A recorder` {
    private static let lines = [
        #"{"situations":{},"version":1}"#, #"{"situations":{"printer":{"isActive":false,"state":"Idle"}},"version":1}"#,
        #"{"machine":"printer","outcome":"transitioned","request":"activate()","state":"Idle","target":"Idle"}"#,
        #"{"arguments":[{"json":"0","text":"0"}],"machine":"printer","outcome":"refused","refusal":"nothing to print","request":"print(pages:)","state":"Idle"}"#,
        #"{"machine":"printer","outcome":"unhandled","request":"jam()","state":"Idle"}"#,
        #"{"arguments":[{"json":"2","text":"2"}],"machine":"printer","outcome":"transitioned","request":"print(pages:)","state":"Idle","target":"Job/Warming"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"machine":"printer","outcome":"deferred","request":"print(pages:)","state":"Job/Warming"}"#,
        #"{"machine":"printer","outcome":"transitioned","request":"warmedUp()","state":"Job/Warming","target":"Job/Working"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"isOwn":true,"machine":"printer","outcome":"deferred","request":"print(pages:)","state":"Job/Working"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"machine":"printer","outcome":"handled","request":"printed(page:)","state":"Job/Working"}"#,
        #"{"machine":"printer","outcome":"transitioned","request":"jam()","state":"Job/Working","target":"Jammed"}"#,
        #"{"isOwn":true,"machine":"printer","outcome":"handled","request":"report()","state":"Jammed"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"isOwn":true,"machine":"printer","outcome":"deferred","request":"print(pages:)","state":"Jammed"}"#,
        #"{"arguments":[{"json":"{\"length\":2,\"name\":\"pin\"}","text":"pin"},{}],"machine":"printer","outcome":"refused","refusal":"too short","request":"fix(with:code:)","state":"Jammed"}"#,
        #"{"arguments":[{"json":"{\"length\":9,\"name\":\"tongs\"}","text":"tongs"},{}],"machine":"printer","outcome":"transitioned","request":"fix(with:code:)","state":"Jammed","target":"Job/Working"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"isOwn":true,"machine":"printer","outcome":"deferred","request":"print(pages:)","state":"Job/Working"}"#,
        #"{"arguments":[{"json":"2","text":"2"}],"machine":"printer","outcome":"transitioned","request":"printed(page:)","state":"Job/Working","target":"Idle"}"#,
        #"{"arguments":[{"json":"1","text":"1"}],"isOwn":true,"machine":"printer","outcome":"transitioned","request":"print(pages:)","state":"Idle","target":"Job/Warming"}"#,
        #"{"machine":"printer","outcome":"transitioned","request":"deactivate()","state":"Job/Warming","target":"Idle"}"#,
    ]

    private static func withoutCode(_ request: String, _ argument: Any) -> Any? {
        argument as? String == "1234" ? nil : argument
    }

    @Test func `writes a line for each request, and hides what must not be written`() throws {
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: "printer.jsonl")
            let recorder = try Recorder(to: file, writing: Self.withoutCode)
            let printer = Printer()
            recorder.follow(printer, named: "printer")
            printer.work()
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.split(separator: "\n").map(String.init) == Self.lines)
            var read = try Recording(Data(text.utf8))
            #expect(read.machines == ["printer"] && recorder.writingError == nil)
            #expect(read.entries.map(\.line) == Array(3...Self.lines.count))
            read.entries.indices.forEach { read.entries[$0].line = 0 }
            #expect(read == recorder.recording)
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
                printer.fix(with: .init(name: "tongs", length: 9), code: "")
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

    @Test func `loses at most the last line of a file, wherever its program ends`() throws {
        let data = Data(Self.lines.map { "\($0)\n" }.joined().utf8)
        for count in 0...data.count {
            let cut = data.prefix(count)
            let whole = cut.count { $0 == UInt8(ascii: "\n") }
            if whole == 0 {
                #expect(throws: RecordingError("There is no whole line.")) { try Recording(cut) }
            } else {
                #expect(try Recording(cut).entries.count == max(0, whole - 2))
            }
        }
    }

    @Test func `keeps no machine alive, and is not kept by one`() throws {
        var recorder: Recorder? = try Recorder()
        weak let weakRecorder = recorder
        var printer: Printer? = Printer()
        weak let weakPrinter = printer
        recorder?.follow(printer!, named: "printer")
        printer?.work()
        printer = nil
        #expect(weakPrinter == nil && recorder?.recording.entries.isEmpty == false)
        let other = Printer()
        recorder?.follow(other, named: "printer")
        recorder = nil
        #expect(weakRecorder == nil)
        other.work()
    }

    @Test func `tells several machines apart`() throws {
        let recorder = try Recorder()
        let (left, right) = (Printer(), Printer(in: "Jammed"))
        recorder.follow(left, named: "left")
        recorder.follow(right, named: "right")
        left.print(pages: 1)
        right.fix(with: .init(name: "tongs", length: 9), code: "")
        left.print(pages: 2)
        #expect(recorder.recording.machines == ["left", "right"])
        for name in ["left", "right"] {
            let replay = try recorder.recording.replay(of: name, on: { Printer(in: $0) }, requests: Printer.replayed)
            #expect("\(replay)" == (name == "left" ? "no deviation in 3 requests" : "no deviation in 1 request"))
        }
    }

    @Test func `goes on without its file when that cannot be written any more`() throws {
        #expect(throws: (any Error).self) { try Recorder(to: URL(filePath: "/nowhere/printer.jsonl")) }
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: "gone/printer.jsonl")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: false)
            let recorder = try Recorder(to: file, limit: 2)
            try FileManager.default.removeItem(at: file.deletingLastPathComponent())
            let printer = Printer()
            recorder.follow(printer, named: "printer")
            printer.work()
            #expect(recorder.writingError != nil && recorder.recording.entries.count >= 2)
        }
    }

    @Test func `writes into a device or behind a link, and replaces neither`() throws {
        try Program.withTemporaryFolder { folder in
            let (file, link) = (folder.appending(path: "run.jsonl"), folder.appending(path: "link"))
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            let device = URL(filePath: "/dev/null")
            for url in [link, device] {
                let recorder = try Recorder(to: url, limit: 2)
                let printer = Printer()
                recorder.follow(printer, named: "printer")
                for _ in 1...3 { printer.work() }
                #expect(recorder.writingError == nil)
            }
            let types = try [link, device].map {
                try FileManager.default.attributesOfItem(atPath: $0.path)[.type] as? FileAttributeType
            }
            #expect(types == [.typeSymbolicLink, .typeCharacterSpecial])
            #expect(try Recording(Data(contentsOf: file)).entries.count >= 2)
        }
    }

    @Test(arguments: [
        ("", "There is no whole line."), ("{}", "There is no whole line."),
        ("\n", "Line 1 is not the beginning of a recording."),
        ("{}\n", "Line 1 is not the beginning of a recording."),
        ("PK\u{3}\u{4}\n\n", "Line 1 is not the beginning of a recording."),
        (#"{"situations":{},"version":2}"# + "\n", "The recording has version 2; this program reads 1."),
        (start + "\n", "Line 2 is not a request: it is not JSON."),
        (start + "[1]\n", "Line 2 is not a request: “” has another type."),
        (start + #"{"machine":"lamp"}"# + "\n", "Line 2 is not a request: it has no “request”."),
        (start + entry("outcome", "happy"), "Line 2 is not a request: there is no outcome “happy”."),
        (start + entry("machine", "door"), "Line 2 is not a request: no line before it says where “door” begins."),
        (
            start + entry("state", "On").replacing(#""On""#, with: "1"),
            "Line 2 is not a request: “state” has another type."
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
