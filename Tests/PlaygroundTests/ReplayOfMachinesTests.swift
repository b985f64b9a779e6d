import CheckoutFlow
import Foundation
import MachineModels
import Messaging
import Playback
import Sockets
import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import StateInspector

/// Recordings of the machines of the package, made again by their models.
@Suite struct `A recording of a machine` {
    private struct Recorded: CustomTestStringConvertible {
        let name: String
        /// Makes a machine, and closures for requests that a recorder writes down.
        let begin: (Recorder) -> (any RandomNumberGenerator) -> Void
        let replay: (Recording, String) throws -> Recording.Replay

        var testDescription: String { name }

        init<Machine, S>(
            _ name: String, _ make: @escaping () -> Machine,
            perform: @escaping (Machine, inout any RandomNumberGenerator) -> Void,
            replay: @escaping (Recording, String) throws -> Recording.Replay
        ) where Machine: Context<S> {
            self.name = name
            self.replay = replay
            begin = { recorder in
                let machine = make()
                recorder.follow(machine, named: name)
                return { generator in
                    var generator = generator
                    for _ in 0..<40 { perform(machine, &generator) }
                }
            }
        }
    }

    private static var machines: [Recorded] {
        [
            Recorded(
                "player", { Player(withoutListeningTo: RecordingEngine()) },
                perform: { $0.perform(Player.Request.allCases.randomElement(using: &$1)!, late: late(&$1)) },
                replay: PlayerModel.replay),
            Recorded(
                "socket", { Socket(queueLimit: 3) },
                perform: { $0.perform(Socket.Request.allCases.randomElement(using: &$1)!, offset: -late(&$1)) },
                replay: SocketModel.replay),
            Recorded(
                "checkout", { Checkout.Flow() },
                perform: { CheckoutRequest.allCases.randomElement(using: &$1)!.perform(on: $0) },
                replay: CheckoutModel.replay),
            Recorded(
                "gate", { TokenGateModel.makeGate() },
                perform: {
                    TokenGateRequest.allCases.randomElement(using: &$1)!.perform(on: $0, offset: -late(&$1))
                }, replay: TokenGateModel.replay),
        ]
    }

    private static func late(_ generator: inout any RandomNumberGenerator) -> Int {
        Int.random(in: 0..<5, using: &generator) == 0 ? 1 : 0
    }

    @Test(arguments: 0..<4) func `made again has no deviation, in a thousand random runs`(index: Int) throws {
        let machine = Self.machines[index]
        var seeds = FuzzSeeds(1000, for: "runs of the \(machine.name)")
        while let seed = seeds.next() {
            let recorder = try Recorder(writing: TokenGateModel.numberingTokens())
            machine.begin(recorder)(seededGenerator(seed))
            let replay = try machine.replay(recorder.recording, machine.name)
            #expect(replay.deviation == nil, "\(replay), seed \(seed)")
        }
    }

    @Test func `of the checkout shows each cell that is changed, at its line`() throws {
        let graph = try CheckoutModel.overview.explore()
        for (state, cells) in graph.cells.enumerated() {
            for (request, cell) in zip(graph.requests, cells) where cell.outcome != nil {
                let recorder = try Recorder()
                let flow = Checkout.Flow()
                recorder.follow(flow, named: "checkout")
                for request in graph.path(to: state) { request.perform(on: flow) }
                let known = recorder.recording.entries.count
                request.perform(on: flow)
                let whole = try Recording(Data(recorder.recording.lines.map { "\($0)\n" }.joined().utf8))
                for index in whole.entries.indices.dropFirst(known) { try expectDeviation(of: whole, at: index) }
            }
        }
    }

    private func expectDeviation(of recording: Recording, at index: Int) throws {
        let entry = recording.entries[index]
        for (key, value) in [("outcome", "queued"), ("state", "Nowhere"), ("target", "Nowhere")] {
            var line = Recording.line(entry)
            line.replace(try Regex("\"\(key)\":\"[^\"]*\""), with: "\"\(key)\":\"\(value)\"")
            guard line != Recording.line(entry) else { continue }
            var changed = recording
            changed.entries[index] = try JSONDecoder().decode(Recording.Entry.self, from: Data(line.utf8))
            changed.entries[index].line = entry.line
            #expect(try CheckoutModel.replay(changed, of: "checkout").deviation?.line == entry.line, "\(line)")
        }
    }

    @Test func `of tokens and passwords has none of them, with any recorder`() throws {
        for writing in [nil, TokenGateModel.numberingTokens()] {
            try Program.withTemporaryFolder { folder in
                let file = folder.appending(path: "run.jsonl")
                let recorder =
                    if let writing { try Recorder(to: file, writing: writing) } else { try Recorder(to: file) }
                let (gate, flow) = (TokenGateModel.makeGate(), Checkout.Flow())
                recorder.follow(gate, named: "gate")
                recorder.follow(flow, named: "checkout")
                gate.tokenChanged(to: AccessToken(user: "ada", secret: "sesame"))
                gate.tokenChanged(to: AccessToken(user: "bob", secret: "sesame", expiry: TokenGateModel.expiry))
                flow.logIn(Credentials("ada", password: "sesame"))
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(text.contains("ada") && text.contains("bob") && !text.contains("sesame"), "\(text)")
            }
        }
    }
}
