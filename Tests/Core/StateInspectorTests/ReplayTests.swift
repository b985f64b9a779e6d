import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import StateInspector

@Suite struct `A replay` {
    private func recording(of printer: Printer = Printer(), _ body: (Printer) -> Void) throws -> Recording {
        let recorder = try Recorder()
        recorder.follow(printer, named: "printer")
        body(printer)
        return recorder.recording
    }

    private func replay(_ recording: Recording, with flaw: Printer.Flaw? = nil) throws -> Recording.Replay {
        try recording.replay(of: "printer", on: { Printer(flaw, in: $0) }, requests: Printer.replayed)
    }

    /// Makes random requests, the same of each printer.
    private func work(_ printer: Printer, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            switch Int.random(in: 0..<8, using: &generator) {
            case 0, 1: printer.print(pages: .random(in: 0...2, using: &generator))
            case 2, 3: printer.warmedUp()
            case 4: printer.printed(page: 1)
            case 5: printer.jam()
            case 6: printer.fix(with: .init(name: "tool", length: .random(in: 2...5, using: &generator)), code: "")
            default: Bool.random(using: &generator) ? printer.deactivate() : printer.activate()
            }
        }
    }

    @Test func `of random runs has no deviation, and of those of a changed machine the first one`() throws {
        var seeds = FuzzSeeds(1000, for: "random runs of a printer")
        while let seed = seeds.next() {
            let run = try recording { work($0, seed: seed) }
            let replay = try replay(run)
            #expect(replay.deviation == nil, "\(replay), seed \(seed)")
            let flaw = Printer.Flaw.allCases[Int(seed % UInt64(Printer.Flaw.allCases.count))]
            let changed = try recording(of: Printer(flaw)) { work($0, seed: seed) }
            let first = zip(run.entries, changed.entries).enumerated().first { $1.0 != $1.1 }?.offset
            let deviation = try self.replay(run, with: flaw).deviation
            #expect(deviation?.request == first.map { $0 + 1 }, "\(flaw), seed \(seed)")
        }
    }

    @Test func `finds each line that is changed`() throws {
        let whole = try recording { $0.work() }
        let lines = whole.lines
        for index in lines.indices.dropFirst() {
            for (old, new) in [
                (#""outcome":"\#(whole.entries[index - 1].outcome)""#, #""outcome":"queued""#),
                (#""state":""#, #""state":"Un"#), (#""request":""#, #""request":"re"#),
            ] {
                var changed = lines
                changed[index] = changed[index].replacing(old, with: new, maxReplacements: 1)
                let read = try Recording(Data(changed.map { "\($0)\n" }.joined().utf8))
                if new.contains("request"), read.entries[index - 1].isOwn != true {
                    #expect(throws: RecordingError.self) { try replay(read) }
                } else {
                    #expect(try replay(read).deviation?.line == index + 1, "\(changed[index])")
                }
            }
        }
    }

    @Test(
        arguments: [
            (
                .noReport,
                """
                deviates at request 10
                  recorded: report(): handled in Jammed
                  seen:     print(1): deferred in Jammed
                  after:    activate(), print(0), jam(), print(2), print(1), warmedUp(), printed(1), jam()
                  fewest:   print(2), print(1), warmedUp(), jam()
                """
            ),
            (
                .twoReports,
                """
                deviates at request 11
                  recorded: print(1): deferred in Jammed
                  seen:     report(): handled in Jammed
                  after:    activate(), print(0), jam(), print(2), print(1), warmedUp(), printed(1), jam()
                  fewest:   print(2), print(1), warmedUp(), jam()
                """
            ),
            (
                .anyTool,
                """
                deviates at request 12
                  recorded: fix(pin, 1234): refused in Jammed, too short
                  seen:     fix(pin, 1234): Jammed → Job/Working
                  after:    activate(), print(0), jam(), print(2), print(1), warmedUp(), printed(1), jam(), fix(pin, 1234)
                  fewest:   print(2), print(1), jam(), fix(pin, 1234)
                """
            ),
            (
                .forgetsJob,
                """
                deviates at request 13
                  recorded: fix(tongs, 1234): Jammed → Job/Working
                  seen:     fix(tongs, 1234): Jammed → Idle
                  after:    activate(), print(0), jam(), print(2), print(1), warmedUp(), printed(1), jam(), fix(pin, 1234), \
                fix(tongs, 1234)
                  fewest:   print(2), print(1), jam(), fix(tongs, 1234)
                """
            ),
        ] as [(Printer.Flaw, String)])
    func `of a changed machine says what was recorded, what is seen, and the fewest requests`(
        flaw: Printer.Flaw, text: String
    ) throws {
        let replay = try replay(recording { $0.work() }, with: flaw)
        #expect("\(replay)" == text, "\(replay)")
    }

    @Test func `of a recording that ends within a request agrees up to there`() throws {
        let lines = try recording { $0.work() }.lines
        for count in 1...lines.count {
            let read = try Recording(Data(lines.prefix(count).map { "\($0)\n" }.joined().utf8))
            #expect(try replay(read) == .init(agreeing: count - 1, deviation: nil))
        }
    }

    @Test func `that cannot be made is an error that says what there is`() throws {
        let recorder = try Recorder(writing: { $1 is Int ? nil : $1 })
        let printer = Printer()
        recorder.follow(printer, named: "printer")
        printer.print(pages: 3)
        func error(
            of name: String = "printer", _ requests: [String: (Printer, Recording.Arguments) throws -> Void]
        ) -> String? {
            do { _ = try recorder.recording.replay(of: name, on: { _ in Printer() }, requests: requests) } catch {
                return "\(error)"
            }
            return nil
        }
        #expect(
            throws: RecordingError("The recording of “printer” begins in “Idle”, and the machine for that in “Jammed”.")
        ) {
            try recorder.recording.replay(of: "printer", on: { _ in Printer(in: "Jammed") }, requests: Printer.replayed)
        }
        #expect(error(of: "lamp", [:]) == "There is no machine “lamp” in this recording; there is “printer”.")
        #expect(
            error(["jam()": { printer, _ in printer.jam() }])
                == "Nothing makes the request “print(pages:)”; there is “jam()”.")
        #expect(error(Printer.replayed) == "“print(pages:)” cannot be made: argument 1 is hidden.")
        #expect(
            error(["print(pages:)": { $0.print(pages: try $1.value(2)) }])
                == "“print(pages:)” cannot be made: there is no argument 3, of 1.")
    }
}
