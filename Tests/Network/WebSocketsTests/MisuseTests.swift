import NetworkTestSupport
import LoopbackServer
import Sockets
import TestSupport
import Testing

@testable import WebSockets

/// Mistakes that stop a program, in release builds as well, with the rule as the message.
@Suite(.timeLimit(.minutes(10))) struct `Misuse of transports` {
    @Test func `a transport is opened once`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let transport = await Wire().transport().opened()
            transport.open()
            _ = await transport.nextEvent()
        }
        #expect(result?.errors.contains("A transport is opened once.") == true)
    }

    @Test func `one task waits for events`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let transport = await Wire().transport().opened()
            async let first = transport.nextEvent()
            async let second = transport.nextEvent()
            _ = await (first, second)
        }
        #expect(result?.errors.contains("Only one task at a time waits for the events of a transport.") == true)
    }

    @Test func `a batch has at least one message`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Wire().transport().opened().send([]) { _ in }
        }
        #expect(result?.errors.contains("A batch has at least one message.") == true)
    }

    @Test func `after the last event there is nothing to wait for`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let transport = Wire().transport()
            transport.abort()
            _ = await transport.nextEvent()
            _ = await transport.nextEvent()
        }
        #expect(result?.errors.contains("A transport has no event after its last one.") == true)
    }

    @Test(arguments: [0, 999, 1004, 1006, 1015, 2999, 5000, 65535])
    func `a close code that no frame may carry is not sent`(number: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number] in
            let transport = await Wire().transport().opened()
            transport.close(code: CloseCode(rawValue: UInt16(number)), reason: "")
            _ = await transport.nextEvent()
        }
        let rule = "A close frame has a code of 1000 to 1003, 1007 to 1014 or 3000 to 4999, or none."
        #expect(result?.errors.contains(rule) == true)
    }

    @Test func `a limit is not negative`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = WebSocketTransport(messageSizeLimit: -1)
        }
        #expect(result?.errors.contains("The limit of a message's size is not negative.") == true)
    }

    @Test func `a stream is connected once`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let server = try RawServer()
            let client = TCPStreamTests.stream(to: server.port)
            _ = await client.connect()
            _ = await client.connect()
            await server.stop()
        }
        #expect(result?.errors.contains("A stream is connected once.") == true)
    }

    @Test func `a control frame is small and in one piece`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = FrameEncoder(role: .client).frame(.ping, payload: [UInt8](repeating: 0, count: 126))
        }
        let rule = "A control frame is in one piece, and has a payload of at most 125 bytes."
        #expect(result?.errors.contains(rule) == true)
    }

    @Test func `a server is stopped before it is started again`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let server = LoopbackServer()
            try server.start()
            try server.start()
        }
        let rule = "A server that has been started is stopped before it is started again."
        #expect(result?.errors.contains(rule) == true)
    }
}
