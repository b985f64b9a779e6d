import Sockets
import TestSupport
import Testing

/// Mistakes that stop a program, with the rule as the message.
@Suite(.timeLimit(.minutes(60))) struct `Misuse of sockets` {
    enum Mistake: String, CaseIterable, Codable, Sendable {
        case initialBound = "The first bound of a backoff must be greater than zero."
        case maximum = "The bounds of a backoff must not begin above their maximum."
        case factor = "The factor of a backoff must be finite and at least 1."
        case resetTime = "The reset time of a backoff cannot be negative."
        case queueLimit = "The limit of a queue cannot be negative."
        case byteLimit = "The limits of a client cannot be negative."
        case messageLimit = "A consumer must have room for at least one message."
        case pingTimeout = "The times of a client must be greater than zero."
        case twoReaders = "A sequence of messages is for one task."

        func make() async {
            switch self {
            case .initialBound: _ = Backoff(initial: .zero)
            case .maximum: _ = Backoff(initial: .seconds(31))
            case .factor: _ = Backoff(factor: .infinity)
            case .resetTime: _ = Backoff(resetTime: .seconds(-1))
            case .queueLimit: _ = Socket(queueLimit: -1)
            case .byteLimit: _ = ClientFixture(configure: { $0.messageByteLimit = .min })
            case .messageLimit: _ = ClientFixture(configure: { $0.messageLimit = 0 })
            case .pingTimeout: _ = ClientFixture(configure: { $0.pingTimeout = .zero })
            case .twoReaders:
                let fixture = ClientFixture()
                let messages = fixture.client.messages()
                async let first: Void = { for await _ in messages {} }()
                async let second: Void = { for await _ in messages {} }()
                _ = await (first, second, fixture.client.disconnect())
            }
        }
    }

    @Test(arguments: Mistake.allCases)
    func `is called by its rule`(mistake: Mistake) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            await mistake.make()
        }
        #expect(result?.errors.contains(mistake.rawValue) == true)
    }
}
