import Sockets
import TestSupport
import Testing

@testable import WebSockets

@Suite(.timeLimit(.minutes(60))) struct TransportMessageTests {
    @Test(arguments: [1, 3, 1000, .max], [1, 5, .max])
    func `Messages arrive in order, in whatever pieces they go`(sizeOfWrites: Int, sizeOfReads: Int) async {
        let wire = Wire(sizeOfWrites: sizeOfWrites, sizeOfReads: sizeOfReads)
        let transport = await wire.transport().opened()
        let bytes = (0..<3000).map { UInt8(truncatingIfNeeded: $0) }
        let receipts = Receipts()
        transport.send(.text("ä"), completion: receipts.completion(of: 1))
        transport.send(.binary(bytes), completion: receipts.completion(of: 2))
        transport.send(.text(""), completion: receipts.completion(of: 3))
        await wire.expect(.text("ä"), .binary(bytes), .text(""))
        await receipts.wait(for: 3)
        #expect(receipts.all == [1: [nil], 2: [nil], 3: [nil]])

        wire.send("ö")
        wire.send(FrameTests.server.message(.binary(bytes)))
        #expect(await transport.nextEvent() == .text("ö"))
        #expect(await transport.nextEvent() == .binary(bytes))
    }

    @Test func `Only the answer to the latest ping is a pong`() async throws {
        let (wire, transport) = await Wire.opened()
        transport.ping()
        transport.ping()
        guard case .ping(let first) = await wire.next(), case .ping(let second) = await wire.next() else {
            Issue.record("no ping")
            return
        }
        #expect(first != second)
        let pongs = [first, [], second, second].map { FrameTests.server.frame(.pong, payload: $0) }
        let before = transport.inboundActivity
        wire.send(pongs.flatMap { $0 })
        wire.send("end")
        #expect(await transport.nextEvent() == .pong)
        #expect(await transport.nextEvent() == .text("end"))
        #expect(transport.inboundActivity == before + pongs.joined().count + 5)
    }

    @Test func `A peer is there while its system takes the bytes before a ping, unless that is the rest`() async {
        let (wire, transport) = await Wire.opened()
        transport.send(.text("large")) { _ in }
        await wire.expect(.text("large"))
        wire.leaveUnacknowledged(900)
        transport.ping()
        await wire.expect(.ping(Array("1".utf8)))
        wire.leaveUnacknowledged(907)  // Seven bytes of these are the ping. To read the activity is to look at them.
        var activity = transport.inboundActivity
        for (missing, isProgress) in [(907, false), (400, true), (400, false), (8, true), (0, false)] {
            wire.leaveUnacknowledged(missing)
            _ = transport.inboundActivity
            await wire.finishJobs()
            activity += isProgress ? 1 : 0
            #expect(transport.inboundActivity == activity, "\(missing) bytes are missing")
        }
    }

    @Test func `A message has been sent when the system has it, not when the stream has taken it`() async {
        let (wire, transport) = await Wire.opened()
        wire.holdBytes(true)
        let receipts = Receipts()
        transport.send(.text("taken"), completion: receipts.completion(of: 1))
        // Those that are sent together are taken together.
        wire.send("between")
        #expect(await transport.nextEvent() == .text("between"))
        transport.send(.text("not even taken"), completion: receipts.completion(of: 2))
        // The queue has done everything else when it has done this.
        wire.send(FrameTests.server.frame(.ping) + FrameTests.server.message(.text("x")))
        #expect(await transport.nextEvent() == .text("x"))
        #expect(receipts.all == [:])
        wire.holdBytes(false)
        await receipts.wait(for: 2)
        #expect(receipts.all == [1: [nil], 2: [nil]])
        await wire.expect(.text("taken"), .pong([]), .text("not even taken"))
    }

    @Test func `Room that the peer makes for waiting bytes is inbound activity, room that was there is none`() async {
        let (wire, transport) = await Wire.opened()
        var comeIn = transport.inboundActivity
        transport.send(.text("straight")) { #expect($0 == nil) }
        wire.giveRoom(100)
        let bytes = [UInt8](repeating: 1, count: 1000)
        transport.send(.binary(bytes)) { #expect($0 == nil) }
        for count in 0...3 {
            // The queue has done everything else when it has done this.
            wire.send("")
            #expect(await transport.nextEvent() == .text(""))
            comeIn += FrameTests.server.message(.text("")).count
            #expect(transport.inboundActivity == comeIn + count)
            wire.giveRoom(count == 3 ? .max : 100)
        }
        await wire.expect(.text("straight"), .binary(bytes))
    }

    @Test func `Nothing is read that no task waits for`() async {
        let (wire, transport) = await Wire.opened()
        let message = FrameTests.server.message(.binary([UInt8](repeating: 1, count: 50_000)))
        for _ in 0..<20 { wire.send(message) }
        let before = transport.inboundActivity
        for count in 1...3 {
            _ = await transport.nextEvent()
            #expect(transport.inboundActivity == before + count * message.count)
        }
    }

    @Test func `A peer that sends pings and reads nothing is owed one pong at most`() async {
        let (wire, transport) = await Wire.opened()
        wire.giveRoom(0)
        for number in UInt8(0)..<200 { wire.send(FrameTests.server.frame(.ping, payload: [number])) }
        wire.send("end")
        #expect(await transport.nextEvent() == .text("end"))
        transport.send(.text("mine")) { _ in }
        wire.giveRoom(.max)
        await wire.expect(.pong([199]), .text("mine"))
    }

    @Test func `A ping does not wait for the messages that do, nor for the rest of a large one`() async {
        let (wire, transport) = await Wire.opened()
        wire.giveRoom(100_000)
        let receipts = Receipts()
        let bytes = [UInt8](repeating: 1, count: 1_000_000)
        transport.send(.binary(bytes), completion: receipts.completion(of: 1))
        transport.send(.text("later"), completion: receipts.completion(of: 2))
        wire.send(FrameTests.server.frame(.ping, payload: [1]))
        wire.send("end")
        #expect(await transport.nextEvent() == .text("end"))
        transport.ping()
        // There is room for the rest of the current frame, and then for these two.
        wire.giveRoom(50_000)
        await wire.expect(.pong([1]))
        guard case .ping = await wire.next() else { return #expect(Bool(false), "no ping") }
        #expect(receipts.all == [:])
        wire.giveRoom(.max)
        await wire.expect(.binary(bytes), .text("later"))
        await receipts.wait(for: 2)
        #expect(receipts.all == [1: [nil], 2: [nil]])
    }

    @Test func `What is sent on a connection that is not open is completed with an error`() async {
        let wire = Wire()
        let transport = wire.transport()
        let receipts = Receipts()
        transport.send(.text("too early"), completion: receipts.completion(of: 1))
        _ = await transport.opened()
        transport.close(code: .normal, reason: "")
        transport.send(.text("too late"), completion: receipts.completion(of: 2))
        transport.abort()
        _ = await transport.remainingEvents()
        transport.send(.text("much too late"), completion: receipts.completion(of: 3))
        await receipts.wait(for: 3)
        let error = TransportError.connectionLost("the connection is not open")
        #expect(receipts.all == [1: [error], 2: [error], 3: [error]])
    }
}
