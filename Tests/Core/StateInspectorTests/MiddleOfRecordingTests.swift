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

    @Test(arguments: ["enter", "handle", "observe"])
    func `does not have the rest of the request in which it begins`(occasion: String) throws {
        let (recorder, hall) = (try Recorder(), Hall())
        hall.activate()
        hall.on = { hall, place in
            guard place == occasion else { return }
            hall.on = { _, _ in }
            recorder.log.follow(hall, named: "hall")
        }
        hall.observe { [unowned hall] _ in hall.on(hall, "observe") }
        hall.start()
        hall.back()
        #expect(recorder.recording.entries.map(\.request) == ["back()"])
        let replay = try recorder.recording.replay(
            of: "hall", on: { Hall(in: $0.state) }, requests: [.init(Hall.back)])
        #expect("\(replay)" == "no deviation in 1 request")
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

    @Test func `says so if a service reported in a hook`() throws {
        let report = { (hall: Hall, place: String) in if place == "enter" { hall.ready() } }
        let (recorder, hall) = (try Recorder(), Hall(on: report))
        recorder.log.follow(hall, named: "hall")
        hall.start()
        let requests: RequestList<Hall> = [.init(Hall.start)]
        let silent = try recorder.recording.replay(of: "hall", on: { _ in Hall() }, requests: requests)
        #expect(silent.deviation?.recorded == "ready(): handled in Inside, by the machine itself")
        #expect(silent.deviation?.seen == "nothing")
        let prompt = try recorder.recording.replay(of: "hall", on: { _ in Hall(on: report) }, requests: requests)
        #expect(prompt.isSame)
    }
}

/// A hall with a state that its entry hook leaves.
private final class Hall: Context<Hall.State> {
    class State: ContextState {
        func didEnter(_ hall: Hall) {}
        func willExit(_ hall: Hall) {}
        func start(_ hall: Hall) -> Reaction { .unhandled }
        func decide(_ hall: Hall) -> Reaction { .unhandled }
        func ready(_ hall: Hall) -> Reaction { .handled }
        func back(_ hall: Hall) -> Reaction { .unhandled }
    }
    final class Outside: State {
        override func start(_ hall: Hall) -> Reaction {
            hall.on(hall, "handle")
            return .transition(to: Passing())
        }
    }
    final class Passing: State {
        override func didEnter(_ hall: Hall) { hall.decide() }
        override func decide(_ hall: Hall) -> Reaction { .transition(to: Inside()) }
    }
    final class Inside: State {
        override func didEnter(_ hall: Hall) { hall.on(hall, "enter") }
        override func back(_ hall: Hall) -> Reaction { .transition(to: Outside()) }
    }

    var on: (Hall, String) -> Void

    init(in path: String = "Outside", on: @escaping (Hall, String) -> Void = { _, _ in }) {
        self.on = on
        super.init(initial: Outside(), resumingIn: path == "Inside" ? Inside() : nil)
    }

    func start() { delegate(State.start) }
    func decide() { delegate(State.decide) }
    func ready() { delegate(State.ready) }
    func back() { delegate(State.back) }
}
