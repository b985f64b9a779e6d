import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import StateInspector

/// Recordings of random runs that begin in the middle, and what can happen to their files.
@Suite struct `A random recording` {
    /// Records two tills, one of which is followed late and has an observer that the replay does not have.
    private func recording(seed: UInt64, in file: URL? = nil) throws -> Recording {
        var generator = SeededGenerator(seed: seed)
        let sizeLimit = seed % 3 == 0 ? Int.random(in: 1_000...20_000, using: &generator) : Recording.largestSize
        let limit = Int.random(in: 1...30, using: &generator)
        let recorder = try Recorder(to: file, limit: limit, sizeLimit: sizeLimit)
        let tills = [Till(), Till()]
        tills[1].observe { [unowned till = tills[1]] in if $0.target is Till.Off { till.count() } }
        recorder.log.follow(tills[0], named: "till", saving: { $0.total })
        for step in 0..<200 {
            if step == 20 { recorder.log.follow(tills[1], named: "till", saving: { $0.total }) }
            // One of them does nothing for a while.
            tills[step / 50 % 2 == 0 ? 0 : Int.random(in: 0...1, using: &generator)].work(&generator)
        }
        let recording = recorder.recording
        if let file { #expect(try Recording(Data(contentsOf: file)).lines == recording.lines, "seed \(seed)") }
        #expect(recording.entries.count >= limit || sizeLimit < Recording.largestSize, "seed \(seed)")
        #expect(recording.entries.reduce(0) { $0 + $1.size } < sizeLimit * 2, "seed \(seed)")
        return recording
    }

    private func replay(
        _ recording: Recording, of name: String, with flaw: Till.Flaw? = nil
    ) throws -> Recording.Replay {
        try recording.replay(of: name, on: { try Till(flaw, at: $0) }, requests: Till.requests)
    }

    private func read(_ lines: [String]) throws -> Recording {
        try Recording(Data(lines.map { "\($0)\n" }.joined().utf8))
    }

    @Test func `begins anywhere, has no deviation, and has one of a changed machine`() throws {
        var seeds = FuzzSeeds(150, for: "recordings of tills")
        var (deviations, losses): ([Till.Flaw: Int], Int) = ([:], 0)
        let file = FileManager.default.temporaryDirectory.appending(path: "tills-\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        while let seed = seeds.next() {
            let run = try recording(seed: seed, in: seed % 2 == 0 ? file : nil)
            for name in run.machines {
                #expect(run.entries.first { $0.machine == name }?.isOwn != true)
                // A till that did nothing while the other one filled the recording has lost its data.
                let replay = try replay(run, of: name)
                #expect(replay.isSame || replay.unknown != nil, "\(name): \(replay), seed \(seed)")
                if name == "till" && !replay.isSame { losses += 1 }
                #expect(replay.skipped == 0, "\(name), seed \(seed)")
                let steps = run.entries.filter { $0.machine == name }.map { "\($0.state) → \($0.target ?? "")" }
                for (flaw, step) in [Till.Flaw.fee: "Idle → Passing", .counts: " → Idle", .observes: "Idle → Off"] {
                    let replay = try self.replay(run, of: name, with: flaw)
                    if !replay.isSame { deviations[flaw, default: 0] += 1 }
                    // The answer after that step differs, unless another observer did the same.
                    let limit = name == "till" ? steps.firstIndex { $0.hasSuffix(step) } : nil
                    #expect(replay.agreeing <= limit.map { $0 + 1 } ?? steps.count, "\(flaw), seed \(seed)")
                }
            }
        }
        // The first one works all the time.
        #expect(losses * 20 <= seeds.count, "\(losses)")
        #expect(Till.Flaw.allCases.allSatisfy { deviations[$0, default: 0] > seeds.count / 8 }, "\(deviations)")
    }

    @Test func `that is cut, reordered, of another machine or of an older version gives an answer`() throws {
        var seeds = FuzzSeeds(150, for: "changed recordings of tills")
        while let seed = seeds.next() {
            var generator = SeededGenerator(seed: seed)
            let run = try recording(seed: seed)
            let lines = run.lines
            var changed = lines
            switch seed % 5 {
            case 0: changed.removeSubrange(1..<Int.random(in: 1...lines.count, using: &generator))
            case 1: changed = [lines[0]] + lines.dropFirst().shuffled(using: &generator)
            case 2:
                for _ in 0..<5 where changed.count > 1 {
                    changed.remove(at: .random(in: 1..<changed.count, using: &generator))
                }
            case 3: changed = changed.map { $0.replacing("pay(_:)", with: "charge(_:)") }
            default: changed[0] = changed[0].replacing("\"state\":\"", with: "\"state\":\"Full")
            }
            for name in run.machines {
                do {
                    let replay = try replay(read(changed), of: name)
                    #expect("\(replay)".hasPrefix(replay.isSame ? "no deviation" : "deviates at request "))
                } catch { #expect(error is RecordingError, "\(error), seed \(seed)") }
                if seed < 10 { _ = try? read(changed).page(titled: "changed") }
            }
        }
    }

    @Test func `of the first version has neither what waits nor observers, and no deviation`() throws {
        var seeds = FuzzSeeds(100, for: "old recordings of tills")
        while let seed = seeds.next() {
            let (recorder, till) = (try Recorder(), Till())
            recorder.log.follow(till, named: "till")
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<60 { till.work(&generator) }
            let lines = recorder.recording.lines.map { line in
                [",\"waiting\":[]", "\"isOfObserver\":true,"].reduce(line) { $0.replacing($1, with: "") }
                    .replacing("\"version\":2", with: "\"version\":1")
            }
            #expect(lines[0] == #"{"situations":{"till":{"isActive":false,"state":"Off"}},"version":1}"#)
            #expect(try replay(read(lines), of: "till").isSame, "seed \(seed)")
        }
    }
}
