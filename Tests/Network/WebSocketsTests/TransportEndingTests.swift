import Sockets
import Testing

@testable import WebSockets

@Suite(.timeLimit(.minutes(60))) struct TransportEndingTests {
    @Test func `A close is sent to the peer, and the connection ends with the peer's answer`() async {
        let (wire, transport) = await Wire.opened()
        transport.send(.text("last")) { _ in }
        transport.close(code: .goingAway, reason: "bye")
        transport.close(code: .normal, reason: "once is enough")
        await wire.expect(.text("last"), .close(.goingAway, reason: "bye"))
        wire.send("in between")
        wire.send(FrameTests.server.frame(.ping))
        wire.send(FrameTests.server.close(.goingAway, reason: "you too"))
        #expect(
            await transport.remainingEvents() == [
                .text("in between"), .ended(code: .goingAway, reason: "you too"),
            ])
        wire.end()
        await wire.expect(nil)
    }

    @Test(arguments: [(CloseCode.normal, "done"), (.noStatus, ""), (.forbidden, ""), (CloseCode(rawValue: 4711), "x")])
    func `A close of the peer is answered with its code, and is the end`(code: CloseCode, reason: String) async {
        let (wire, transport) = await Wire.opened()
        wire.send(FrameTests.server.close(code, reason: reason) + [0xFF, 0xFF])
        #expect(await transport.remainingEvents() == [.ended(code: code, reason: reason)])
        await wire.expect(.close(code, reason: ""))
        wire.end()
        await wire.expect(nil)
    }

    @Test func `A reset after both close frames is a clean end`() async {
        let (wire, transport) = await Wire.opened()
        transport.close(code: .normal, reason: "")
        _ = await wire.next()
        wire.send(FrameTests.server.close(.normal))
        wire.reset()
        #expect(await transport.remainingEvents() == [.ended(code: .normal)])
        await wire.expect(nil)
    }

    @Test(arguments: [true, false], [true, false])
    func `An end without a close frame is abnormal, even after the own one`(isReset: Bool, isClosing: Bool) async {
        let (wire, transport) = await Wire.opened()
        if isClosing { transport.close(code: .normal, reason: "") }
        wire.send("last")
        isReset ? wire.reset() : wire.end()
        let problem = isReset ? "reset by the peer" : "the server closed the connection without a close frame"
        #expect(
            await transport.remainingEvents() == [.text("last"), .abnormal(.connectionLost(problem))])
    }

    @Test(arguments: [
        ([0x81, 0x80, 0, 0, 0, 0], CloseCode.protocolError, TransportError.violation("a server's frame is masked")),
        ([0x83, 0x00], .protocolError, .violation("the unknown opcode 3")),
        ([0x81, 0x01, 0xFF], .invalidPayload, .violation("a text that is not UTF-8")),
        ([0x82, 126, 0x03, 0xE9], .messageTooBig, .messageTooLarge(limit: 1000)),
    ])
    func `A violation is reported to the peer, and ends the connection`(
        bytes: [UInt8], code: CloseCode, error: TransportError
    ) async {
        let wire = Wire()
        let transport = await wire.transport(messageSizeLimit: 1000).opened()
        wire.send("before")
        wire.send(bytes + FrameTests.hello)
        #expect(await transport.remainingEvents() == [.text("before"), .abnormal(error)])
        await wire.expect(.close(code, reason: ""))
        wire.end()
        await wire.expect(nil)
    }

    @Test func `A write error does not hide the peer's close frame`() async {
        let (wire, transport) = await Wire.opened()
        wire.giveRoom(100)
        let receipts = Receipts()
        transport.send(.binary([UInt8](repeating: 1, count: 100_000)), completion: receipts.completion())
        wire.failWrites()
        await receipts.wait()
        wire.send("one more")
        wire.send(FrameTests.server.close(.messageTooBig))
        #expect(await transport.remainingEvents() == [.text("one more"), .ended(code: .messageTooBig)])
        #expect(receipts.all == [0: [.connectionLost("broken pipe")]])
        while await wire.next() != nil {}
    }

    @Test func `A write error is the end when there is nothing more to be read`() async {
        let (wire, transport) = await Wire.opened()
        wire.failWrites()
        let receipts = Receipts()
        transport.send(.text("lost"), completion: receipts.completion(of: 1))
        transport.send(.text("lost as well"), completion: receipts.completion(of: 2))
        let error = TransportError.connectionLost("broken pipe")
        #expect(await transport.remainingEvents() == [.abnormal(error)])
        await receipts.wait(for: 2)
        #expect(receipts.all == [1: [error], 2: [error]])
        while await wire.next() != nil {}
    }

    @Test func `A frame that was begun is ended before the close frame, the rest of a large message is dropped`() async
    {
        let (wire, transport) = await Wire.opened()
        wire.giveRoom(100)
        let receipts = Receipts()
        transport.send(.binary([UInt8](repeating: 1, count: 1_000_000)), completion: receipts.completion())
        wire.send(FrameTests.server.close(.goingAway))
        #expect(await transport.remainingEvents() == [.ended(code: .goingAway)])
        await receipts.wait()
        #expect(receipts.all == [0: [.connectionLost("closed by the peer with code 1001")]])
        wire.giveRoom(70_000)
        await wire.expect(.close(.goingAway, reason: ""))
    }

    @Test func `A message that was begun is ended before the close frame, one that was not is dropped`() async {
        let (wire, transport) = await Wire.opened()
        wire.giveRoom(100)
        let receipts = Receipts()
        let bytes = [UInt8](repeating: 1, count: 1000)
        transport.send(.binary(bytes), completion: receipts.completion(of: 1))
        transport.send(.binary(bytes), completion: receipts.completion(of: 2))
        wire.send(FrameTests.server.close(.goingAway))
        #expect(await transport.remainingEvents() == [.ended(code: .goingAway)])
        wire.giveRoom(.max)
        await wire.expect(.binary(bytes), .close(.goingAway, reason: ""))
        await receipts.wait(for: 2)
        #expect(receipts.all == [1: [nil], 2: [.connectionLost("closed by the peer with code 1001")]])
    }

    @Test(arguments: [0, 3])
    func `When both send a close frame at the same time, each sends it once`(room: Int) async {
        let (wire, transport) = await Wire.opened()
        wire.giveRoom(room)
        transport.close(code: .normal, reason: "own")
        wire.send(FrameTests.server.close(.goingAway))
        #expect(await transport.remainingEvents() == [.ended(code: .goingAway)])
        wire.giveRoom(.max)
        // The own close frame was begun, or the peer's is answered.
        await wire.expect((room > 0 ? .close(.normal, reason: "own") : .close(.goingAway, reason: "")))
        wire.end()
        await wire.expect(nil)
    }

    @Test(arguments: [true, false])
    func `A transport that is aborted or released after the peer has closed still sends its close frame`(
        isReleased: Bool
    ) async {
        let wire = Wire()
        var transport: WebSocketTransport? = await wire.transport().opened()
        wire.giveRoom(3)
        wire.send(FrameTests.server.close(.normal))
        #expect(await transport?.remainingEvents() == [.ended(code: .normal)])
        if !isReleased {
            transport?.abort()
            // The queue has done that when it has done this.
            await withCheckedContinuation { done in transport?.send(.text("too late")) { _ in done.resume() } }
        }
        transport = isReleased ? nil : transport
        wire.giveRoom(.max)
        await wire.expect(.close(.normal, reason: ""))
        wire.end()
        await wire.expect(nil)
    }

    @Test func `A peer that does not close its side is not waited for without an end`() async {
        let wire = Wire()
        let transport = await wire.transport(lingerTime: .milliseconds(1)).opened()
        wire.send(FrameTests.server.close(.normal))
        _ = await transport.remainingEvents()
        await wire.expect(.close(.normal, reason: ""), nil)
    }

    @Test func `A large message that is refused on the way does not hide the reason`() async throws {
        let listener = try RawServer()
        let transport = WebSocketTransport()
        transport.open("ws://127.0.0.1:\(listener.port)/")
        let server = try await listener.acceptWebSocket()
        #expect(await transport.nextEvent() == .opened(subprotocol: nil))
        let receipts = Receipts()
        transport.send(.binary([UInt8](repeating: 1, count: 50_000_000)), completion: receipts.completion())
        try await server.write(FrameTests.server.close(.messageTooBig))
        // What it has not read makes its system answer with a reset.
        server.perform { $0.close() }
        await receipts.wait()
        #expect(receipts.all[0]?.count == 1)
        #expect(await transport.remainingEvents() == [.ended(code: .messageTooBig)])
    }
}
