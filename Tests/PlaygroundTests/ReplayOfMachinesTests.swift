import CheckoutFlow
import Foundation
import MachineModels
import Messaging
import Playback
import Sockets
import StateInspector
import StatePattern
import TestSupport
import Testing

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
}
