import LoopbackServer
import Sockets
import TestSupport
import Testing

@testable import WebSockets

/// Mistakes that stop a program, in release builds as well, with the rule as the message.
@Suite(.timeLimit(.minutes(60))) struct `Misuse of transports` {
    enum Mistake: String, CaseIterable, Codable, Sendable {
        case openTwice = "A transport is opened once."
        case twoReaders = "Only one task at a time waits for the events of a transport."
        case emptyBatch = "A batch has at least one message."
        case waitAfterEnd = "A transport has no event after its last one."
        case negativeLimit = "The limit of a message's size is not negative."
        case connectTwice = "A stream is connected once."
        case largePing = "A control frame is in one piece, and has a payload of at most 125 bytes."
        case closeCode = "A close frame has a code of 1000 to 1003, 1007 to 1014 or 3000 to 4999, or none."

        func make() async throws {
            switch self {
            case .openTwice:
                let transport = await Wire().transport().opened()
                transport.open()
                _ = await transport.nextEvent()
            case .twoReaders:
                let transport = await Wire().transport().opened()
                async let first = transport.nextEvent()
                async let second = transport.nextEvent()
                _ = await (first, second)
            case .emptyBatch: await Wire().transport().opened().send([]) { _ in }
            case .waitAfterEnd:
                let transport = Wire().transport()
                transport.abort()
                for _ in 1...2 { _ = await transport.nextEvent() }
            case .negativeLimit: _ = WebSocketTransport(messageSizeLimit: -1)
            case .connectTwice:
                let client = TCPStreamTests.stream(to: 1)
                for _ in 1...2 { _ = await client.connect() }
            case .largePing: _ = FrameEncoder(role: .client).frame(.ping, payload: [UInt8](repeating: 0, count: 126))
            case .closeCode: await Wire().transport().opened().close(code: .abnormal, reason: "")
            }
        }
    }

    @Test(arguments: Mistake.allCases)
    func `is called by its rule`(mistake: Mistake) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try await mistake.make()
        }
        #expect(result?.errors.contains(mistake.rawValue) == true)
    }
}
