import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import StateInspector

/// The time before a recording, and the origins of its requests.
@Suite struct `A recording that begins in the middle` {
    private func replay(
        _ recording: Recording, with flaw: Till.Flaw? = nil, writing: @escaping (String, Any) -> Any? = { $1 }
    ) throws -> Recording.Replay {
        try recording.replay(
            of: "till", on: { try Till(flaw, at: $0) }, requests: Till.requests, writing: writing)
    }

    @Test func `says what it does not have if there is a deviation`() throws {
        let till = Till(in: "Idle", total: 450)
        let recorder = try Recorder()
        recorder.log.follow(till, named: "till")
        till.pay(60)
        #expect(
            try "\(replay(recorder.recording))" == """
                deviates at request 3
                  recorded: pass(): Passing → Full
                  seen:     pass(): Passing → Idle
                  after:    pay(60)
                  note:     the recording begins in the middle, without the data
                """)
    }

    @Test func `leaves out what requests before it have led to`() throws {
        let (recorder, till) = (try Recorder(), Till(in: "Idle"))
        recorder.log.follow(till, named: "till")
        till.pay(1)
        till.pay(2)
        var recording = recorder.recording
        recording.entries.removeFirst()
        #expect(recording.entries.map(\.request).prefix(3) == ["charge(_:)", "pass()", "pay(_:)"])
        #expect(
            try "\(replay(recording))" == """
                no deviation in 3 requests
                  without: 2 requests that others had led to, before the recording
                """)
        recording.entries = recording.entries.prefix(2) + []
        #expect(try replay(recording).agreeing == 0)
        // An input that is missing in the middle.
        recording = recorder.recording
        recording.entries.remove(at: 3)
        #expect(try replay(recording).deviation?.seen == "nothing")
    }

    @Test func `does not have the rest of the request in which it begins`() throws {
        let (recorder, turnstile) = (try Recorder(), Turnstile())
        turnstile.whenUnlocked = { turnstile in
            turnstile.whenUnlocked = nil
            recorder.log.follow(turnstile, named: "turnstile")
        }
        turnstile.insertCoin()
        turnstile.push()
        #expect(recorder.recording.entries.map(\.request) == ["push()"])
    }

    @Test func `compares the arguments of follow-ups, unless they are hidden`() throws {
        let (recorder, till) = (try Recorder(), Till())
        recorder.log.follow(till, named: "till", saving: { $0.total })
        till.turn()
        till.pay(200)
        let deviation = try replay(recorder.recording, with: .fee).deviation
        #expect(deviation?.recorded == "charge(200): handled in Passing")
        #expect(deviation?.seen == "charge(250): handled in Passing")
        #expect(try replay(recorder.recording, with: .fee, writing: { _, _ in nil }).isSame)
    }

    @Test func `tells the requests of a client from those of the machine and of its observers`() throws {
        let (recorder, till) = (try Recorder(), Till())
        recorder.log.follow(till, named: "till")
        till.turn()
        till.count()
        #expect(
            try "\(replay(recorder.recording, with: .counts))".contains(
                "  recorded: count(): handled in Idle\n  seen:     count(): handled in Idle, by the machine itself\n"))
        #expect(try replay(recorder.recording, with: .counts).deviation?.shortest == ["turn()"])
        till.turn()
        till.count()
        #expect(
            try "\(replay(recorder.recording, with: .observes))".contains(
                "  recorded: count(): handled in Off\n  seen:     count(): handled in Off, by an observer\n"))
    }
}
