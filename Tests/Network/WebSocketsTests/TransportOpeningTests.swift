import LoopbackServer
import Sockets
import Testing

@testable import WebSockets

@Suite(.timeLimit(.minutes(60))) struct TransportOpeningTests {
    @Test(arguments: [1, 7, 1 << 20])
    func `Frames that come with the answer are not lost`(sizeOfReads: Int) async {
        let wire = Wire(sizeOfReads: sizeOfReads) { $0.acceptance() + FrameTests.server.message(.text("first")) }
        let transport = await wire.transport().opened()
        #expect(await transport.nextEvent() == .text("first"))
    }

    @Test(arguments: [true, false])
    func `The timeout is over all of it: a stream that does not connect, a peer that does not answer`(
        connects: Bool
    ) async {
        let wire = Wire(connecting: connects ? .succeeds : .takesForEver) { _ in Array("HTTP/1.1 ".utf8) }
        let transport = wire.transport()
        transport.open(timeout: .milliseconds(20))
        #expect(await transport.remainingEvents() == [.abnormal(.timedOut)])
        await wire.expect(nil)
    }

    @Test(arguments: ["ws", "wss"], [Duration.zero, .seconds(-1), .seconds(Int64.min), Duration(attoseconds: .min)])
    func `A time that is over before it begins is no time`(scheme: String, timeout: Duration) async throws {
        let server = try RawServer()
        let transport = WebSocketTransport()
        transport.open("\(scheme)://127.0.0.1:\(server.port)/", timeout: timeout)
        #expect(await transport.remainingEvents() == [.abnormal(.timedOut)])
        await server.stop()
    }

    @Test(arguments: ["ws", "wss"], [Duration.seconds(Int64.max), .seconds(1e19), Duration(attoseconds: .max)])
    func `A time may be the longest that there is`(scheme: String, timeout: Duration) async throws {
        let server = try RawServer()
        let transport = WebSocketTransport()
        transport.open("\(scheme)://127.0.0.1:\(server.port)/", timeout: timeout)
        let stream = try await server.accept()
        transport.abort()
        #expect(await transport.remainingEvents() == [.abnormal(.aborted)])
        withExtendedLifetime(stream) {}
        await server.stop()
    }

    @Test(arguments: [true, false])
    func `What is not open yet is aborted, by abort and by close`(byAbort: Bool) async {
        for connecting in [Wire.Connecting.succeeds, .takesForEver] {
            let wire = Wire(connecting: connecting) { _ in [] }
            let transport = wire.transport()
            transport.open()
            byAbort ? transport.abort() : transport.close(code: .normal, reason: "")
            #expect(await transport.remainingEvents() == [.abnormal(.aborted)])
            await wire.expect(nil)
        }
    }

    @Test func `A transport that is released releases its stream`() async {
        for connecting in [Wire.Connecting.succeeds, .takesForEver] {
            let wire = Wire(connecting: connecting)
            do {
                let transport = wire.transport()
                transport.open()
                if case .succeeds = connecting { _ = await transport.nextEvent() }
            }
            await wire.expect(nil)
        }
    }
}
