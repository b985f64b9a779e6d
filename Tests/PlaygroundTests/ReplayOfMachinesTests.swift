import CheckoutFlow
import Foundation
import MachineModels
import Messaging
import Playback
import SampleApp
import Sockets
import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import StateInspector

/// Recordings of the machines of the package, made again by their models.
@Suite struct `A recording of a machine` {
    private func expectNoDeviation<Machine, S>(
        of name: String, _ make: () -> Machine, requests: [RequestList<Machine>],
        replay: (Recording, String) throws -> Recording.Replay
    ) throws where Machine: Context<S> {
        // Now and then a late report.
        let requests = requests.map { $0.named(on: make) }
        var seeds = FuzzSeeds(400, for: "runs of the \(name)")
        while let seed = seeds.next() {
            let recorder = try Recorder(writing: TokenGate.numberingTokens())
            var machine = make()
            recorder.log.follow(machine, named: name)
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<40 {
                let list = Int.random(in: 0..<5, using: &generator) == 0 ? requests.last : requests.first
                _ = list?.randomElement(using: &generator)?.make(&machine)
            }
            let replay = try replay(recorder.recording, name)
            #expect(replay.isSame, "\(replay), seed \(seed)")
        }
    }

    @Test func `of players has none`() throws {
        try expectNoDeviation(
            of: "player", { Player(withoutListeningTo: RecordingEngine()) },
            requests: [0, 1].map { Player.requests(late: $0) }, replay: Player.replay)
    }

    @Test func `of sockets has none`() throws {
        try expectNoDeviation(
            of: "socket", { Socket(queueLimit: 3) },
            requests: [0, -1].map { Socket.requests(offset: $0) + [.init(Socket.send, .text("Ahoy"))] },
            replay: Socket.replay)
    }

    @Test func `of checkouts has none`() throws {
        try expectNoDeviation(
            of: "checkout", { Checkout.Flow() }, requests: [Checkout.Flow.requests], replay: Checkout.Flow.replay)
    }

    @Test func `of gates has none`() throws {
        try expectNoDeviation(
            of: "gate", { TokenGate.example() },
            requests: [0, -1].map { TokenGate.requests(offset: $0, expiry: TokenGate.exampleExpiry) },
            replay: TokenGate.replay)
    }

    @MainActor @Test func `of screens, which are no context, has none`() throws {
        func launched() -> SampleApp {
            let app = SampleApp()
            app.launch()
            return app
        }
        let gestures: [SampleApp.Gesture] = [
            .tap(.loggedIn), .tap(.shelf), .tap(.profile), .tap(.book(7)), .tap(.book(8)), .tap(.reviews), .tap(.close),
            .swipe, .tap(.logOut), .open(7),
        ]
        var seeds = FuzzSeeds(200, for: "runs of the bookshop")
        while let seed = seeds.next() {
            var generator = SeededGenerator(seed: seed)
            let (recorder, app) = (try Recorder(), launched())
            let name = recorder.log.follow(named: "navigation", in: app.situation)
            for _ in 0..<40 {
                let (source, gesture) = (app.situation, gestures.randomElement(using: &generator)!)
                let outcome = app.perform(gesture)
                let target = outcome == .transitioned ? app.situation : nil
                recorder.log.record("\(gesture)", outcome, from: source, to: target, of: name)
            }
            let replay = try recorder.recording.replay(
                of: name, on: launched, state: \.situation,
                perform: { app, text in gestures.first { "\($0)" == text }.map { app.perform($0) } })
            #expect(replay == .init(agreeing: 40, deviation: nil), "\(replay), seed \(seed)")
        }
    }

    @Test(arguments: [nil, TokenGate.numberingTokens()])
    func `of tokens and passwords has none of them, with any recorder`(
        writing: (@Sendable (String, Any) -> Any?)?
    ) throws {
        let recorder = if let writing { try Recorder(writing: writing) } else { try Recorder() }
        let (gate, flow) = (TokenGate.example(), Checkout.Flow())
        recorder.log.follow(gate, named: "gate")
        recorder.log.follow(flow, named: "checkout")
        gate.tokenChanged(to: AccessToken(user: "ada", secret: "sesame"))
        gate.tokenChanged(to: AccessToken(user: "bob", secret: "sesame", expiry: TokenGate.exampleExpiry))
        flow.logIn(Credentials("ada", password: "sesame"))
        let text = recorder.recording.lines.joined()
        #expect(text.contains("ada") && text.contains("bob") && !text.contains("sesame"), "\(text)")
    }
}
