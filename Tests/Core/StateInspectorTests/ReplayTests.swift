import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import StateInspector

@Suite struct `A replay` {
    private func recording(of printer: Printer = Printer(), _ body: (Printer) -> Void) throws -> Recording {
        let recorder = try Recorder()
        recorder.log.follow(printer, named: "printer", saving: { $0.pagesLeft })
        body(printer)
        return recorder.recording
    }

    private func replay(_ recording: Recording, with flaw: Printer.Flaw? = nil) throws -> Recording.Replay {
        try recording.replay(of: "printer", on: { try Printer(flaw, at: $0) }, requests: Printer.requests)
    }

    @Test func `finds each line that is changed`() throws {
        let whole = try recording { $0.work() }
        let lines = whole.lines
        for (index, entry) in whole.entries.enumerated() {
            for (old, new) in [
                ("outcome\":\"\(entry.outcome)", "outcome\":\"queued"), ("state\":\"", "state\":\"Un"),
                ("request\":\"", "request\":\"re"),
            ] {
                var changed = lines
                changed[index + 1] = changed[index + 1].replacing("\"" + old, with: "\"" + new, maxReplacements: 1)
                let read = try Recording(Data(changed.map { "\($0)\n" }.joined().utf8))
                if new.contains("request"), entry.isOwn != true {
                    #expect(throws: RecordingError.self) { try replay(read) }
                } else {
                    #expect(try replay(read).deviation?.line == index + 2, "\(changed[index + 1])")
                }
            }
        }
    }

    @Test(
        arguments: [
            (
                .noReport, "request 10", "report(): handled in Busy/Jammed", "print(pages: 1): deferred in Busy/Jammed",
                "",
                "print(pages: 2), print(pages: 1), warmedUp(), jam()"
            ),
            (
                .anyTool, "request 12", "fix(with: pin, code: 1234): refused in Busy/Jammed, too short",
                "fix(with: pin, code: 1234): Busy/Jammed → Busy/Working", ", fix(with: pin, code: 1234)",
                "print(pages: 2), print(pages: 1), jam(), fix(with: pin, code: 1234)"
            ),
        ] as [(Printer.Flaw, String, String, String, String, String)])
    func `of a changed machine says what was recorded, what is seen, and the fewest requests`(
        flaw: Printer.Flaw, place: String, recorded: String, seen: String, last: String, fewest: String
    ) throws {
        let text = """
            deviates at \(place)
              recorded: \(recorded)
              seen:     \(seen)
              after:    activate(), print(pages: 0), jam(), print(pages: 2), print(pages: 1), warmedUp(), printed(page: 1), jam()\(last)
              fewest:   \(fewest)
            """
        #expect(try "\(replay(recording { $0.work() }, with: flaw))" == text)
    }

    @Test func `of a recording that ends within a request agrees up to there`() throws {
        let lines = try recording { $0.work() }.lines
        for count in 1...lines.count {
            let read = try Recording(Data(lines.prefix(count).map { "\($0)\n" }.joined().utf8))
            #expect(try replay(read) == .init(agreeing: count - 1, deviation: nil))
        }
    }

    @Test(
        arguments: [
            (
                "printer", "Busy/Jammed", nil,
                "The recording of “printer” begins in “Idle”, and the machine for that in “Busy/Jammed”."
            ),
            ("lamp", "Idle", nil, "There is no machine “lamp” in this recording; there is “printer”."),
            ("printer", "Idle", "jam", "Nothing makes the request “print(pages:)”; there is “jam()”."),
            ("printer", "Idle", nil, "“print(pages:)” cannot be made: argument 1 is hidden."),
            (
                "printer", "Idle", "print",
                "“print(pages:)” cannot be made: the list makes it with other arguments only: write "
                    + "“.init(Printer.print, …)”, which takes any."
            ),
        ] as [(String, String, String?, String)])
    func `that cannot be made is an error that says what there is`(
        name: String, state: String, request: String?, sentence: String
    ) throws {
        let (recorder, printer) = (try Recorder(writing: { $1 is Int && request == nil ? nil : $1 }), Printer())
        recorder.log.follow(printer, named: "printer")
        printer.print(pages: 3)
        let requests: RequestList<Printer> =
            switch request {
            case "jam": [.init(Printer.jam)]
            case "print": [.init { $0.print(pages: 9) }]
            default: Printer.requests
            }
        #expect(throws: RecordingError(sentence)) {
            try recorder.recording.replay(
                of: name, on: { _ in Printer(in: state) }, requests: requests)
        }
    }
}
