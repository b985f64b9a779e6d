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
        of name: String, _ make: () -> Machine, perform: (Machine, inout any RandomNumberGenerator) -> Void,
        replay: (Recording, String) throws -> Recording.Replay
    ) throws where Machine: Context<S> {
        var seeds = FuzzSeeds(1000, for: "runs of the \(name)")
        while let seed = seeds.next() {
            let (recorder, machine) = (try Recorder(writing: TokenGateModel.numberingTokens()), make())
            recorder.follow(machine, named: name)
            var generator: any RandomNumberGenerator = seededGenerator(seed)
            for _ in 0..<40 { perform(machine, &generator) }
            let replay = try replay(recorder.recording, name)
            #expect(replay.isSame, "\(replay), seed \(seed)")
        }
    }

    private func late(_ generator: inout any RandomNumberGenerator) -> Int {
        Int.random(in: 0..<5, using: &generator) == 0 ? 1 : 0
    }

    @Test func `of players has none`() throws {
        func new() -> Player { Player(withoutListeningTo: RecordingEngine()) }
        let requests = [0, 1].map { Player.requests(late: $0).named(on: new) }
        try expectNoDeviation(
            of: "player", new,
            perform: {
                var player = $0
                _ = requests[late(&$1)].randomElement(using: &$1)!.make(&player)
            }, replay: Player.replay)
    }

    @Test func `of sockets has none`() throws {
        func new() -> Socket { Socket(queueLimit: 3) }
        let requests = [0, 1].map { late in
            (Socket.requests(offset: -late) + [.init(Socket.send, .text("Ahoy"))]).named(on: new)
        }
        try expectNoDeviation(
            of: "socket", new,
            perform: {
                var socket = $0
                _ = requests[late(&$1)].randomElement(using: &$1)!.make(&socket)
            }, replay: Socket.replay)
    }

    @Test func `of checkouts has none`() throws {
        try expectNoDeviation(
            of: "checkout", { Checkout.Flow() },
            perform: { CheckoutRequest.allCases.randomElement(using: &$1)!.perform(on: $0) },
            replay: CheckoutModel.replay)
    }

    @Test func `of gates has none`() throws {
        try expectNoDeviation(
            of: "gate", { TokenGateModel.makeGate() },
            perform: { TokenGateRequest.allCases.randomElement(using: &$1)!.perform(on: $0, offset: -late(&$1)) },
            replay: TokenGateModel.replay)
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
        var seeds = FuzzSeeds(1000, for: "runs of the bookshop")
        while let seed = seeds.next() {
            var generator = seededGenerator(seed)
            let (recorder, app) = (try Recorder(), launched())
            let name = recorder.follow(named: "navigation", in: app.situation)
            for _ in 0..<40 {
                let (source, gesture) = (app.situation, gestures.randomElement(using: &generator)!)
                let outcome = app.perform(gesture)
                let target = outcome == .transitioned ? app.situation : nil
                recorder.record("\(gesture)", outcome, from: source, to: target, of: name)
            }
            let replay = try recorder.recording.replay(
                of: name, on: launched, state: \.situation,
                perform: { app, text in gestures.first { "\($0)" == text }.map { app.perform($0) } })
            #expect(replay == .init(agreeing: 40, deviation: nil), "\(replay), seed \(seed)")
        }
    }

    @Test(arguments: [nil, TokenGateModel.numberingTokens()])
    func `of tokens and passwords has none of them, with any recorder`(
        writing: (@Sendable (String, Any) -> Any?)?
    ) throws {
        let recorder = if let writing { try Recorder(writing: writing) } else { try Recorder() }
        let (gate, flow) = (TokenGateModel.makeGate(), Checkout.Flow())
        recorder.follow(gate, named: "gate")
        recorder.follow(flow, named: "checkout")
        gate.tokenChanged(to: AccessToken(user: "ada", secret: "sesame"))
        gate.tokenChanged(to: AccessToken(user: "bob", secret: "sesame", expiry: TokenGateModel.expiry))
        flow.logIn(Credentials("ada", password: "sesame"))
        let text = recorder.recording.lines.joined()
        #expect(text.contains("ada") && text.contains("bob") && !text.contains("sesame"), "\(text)")
    }
}
