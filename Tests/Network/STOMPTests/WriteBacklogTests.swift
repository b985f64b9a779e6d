import AsyncPrimitives
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@testable import STOMP

/// Messages that wait to be written, without a connection or a clock.
@Suite struct `A backlog of writes` {
    private let portion = WriteBacklog.portion
    private let start = AnyClock.Instant.start

    private func message(_ size: Int) -> Socket.Message { .binary([UInt8](repeating: 0, count: size)) }

    /// Adds messages of these sizes to a backlog, and sends what there is room for. Returns the sizes of the messages
    /// that were sent.
    private func send(_ sizes: [Int] = [], of backlog: inout WriteBacklog, after time: Duration = .zero) -> [Int] {
        for size in sizes { backlog.append(message(size)) }
        var result: [Int] = []
        while case .binary(let bytes)? = backlog.next(at: start + time) { result.append(bytes.count) }
        return result
    }

    @Test func `goes out in portions, as the network takes messages`() {
        var backlog = WriteBacklog()
        let half = portion / 2
        #expect(send([half, half, 1, half, 1], of: &backlog) == [half, half])
        #expect(backlog.isWaiting)
        backlog.completed(1, at: start)
        #expect(send(of: &backlog) == [1])
        backlog.completed(2, at: start)
        #expect(send(of: &backlog) == [half, 1])
        #expect(!backlog.isWaiting)
        #expect(!backlog.isEmpty)
        backlog.completed(2, at: start)
        #expect(backlog.isEmpty)
    }

    @Test func `lets a message that is larger than a portion go out alone`() {
        var backlog = WriteBacklog()
        #expect(send([1, portion * 3, 1], of: &backlog) == [1])
        backlog.completed(1, at: start)
        #expect(send(of: &backlog) == [portion * 3])
        backlog.completed(1, at: start)
        #expect(send(of: &backlog) == [1])
    }

    @Test func `is stuck when the network has taken nothing for the timeout and the time that the bytes need`() {
        let timeout = Duration.seconds(60)
        var backlog = WriteBacklog()
        #expect(!backlog.isStuck(at: start + .seconds(1000), timeout: timeout))
        let size = WriteBacklog.lowestRate * 10
        #expect(send([size, 1], of: &backlog, after: .seconds(100)) == [size, 1])
        #expect(!backlog.isStuck(at: start + .seconds(169), timeout: timeout))
        #expect(backlog.isStuck(at: start + .seconds(170), timeout: timeout))
        #expect(!backlog.isStuck(at: start + .seconds(Int64.max), timeout: Duration(attoseconds: .max)))
        backlog.completed(1, at: start + .seconds(169))
        #expect(!backlog.isStuck(at: start + .seconds(228), timeout: timeout))
        #expect(backlog.isStuck(at: start + .seconds(229), timeout: timeout))
    }

    @Test func `says whether it was empty at some time since it was asked`() {
        var backlog = WriteBacklog()
        #expect(backlog.checkEmptied() == true)
        _ = send([1, 1], of: &backlog)
        #expect(backlog.checkEmptied() == true)
        #expect(backlog.checkEmptied() == false)
        backlog.completed(1, at: start)
        #expect(backlog.checkEmptied() == false)
        backlog.completed(1, at: start)
        _ = send([1], of: &backlog)
        #expect(backlog.checkEmptied() == true)
        #expect(backlog.checkEmptied() == false)
    }
}

@Suite(.timeLimit(.minutes(60))) struct StompFloodTests {
    @Test func `No more bytes than the limit wait for a reader, and for the session; the server waits`() async throws {
        let (fixture, subscription) = try await StompFixture.subscribed { $0.socket.messageByteLimit = 10_000 }
        let padding = String(repeating: "x", count: 1_000)
        for number in 1...100 { await fixture.broker.deliver("\(number) \(padding)", to: "a", on: 1) }
        let transport = await fixture.broker.network.transport(1)
        // Nine messages fit in, with their headers, and one more waits for room: for the reader, and before the session.
        await yieldWhile("more than 80 messages are unread") { transport.unread > 80 }
        await fixture.waitForStall()
        #expect(transport.unread == 80)
        var iterator = subscription.makeAsyncIterator()
        for number in 1...100 { #expect(try await iterator.next()?.text == "\(number) \(padding)") }
    }
}

/// Frames that cannot be encoded, such as those with a text of a peer in them.
@Suite(.timeLimit(.minutes(60))) struct `A frame that cannot be written` {
    @Test func `is refused when it would acknowledge a message`() async throws {
        let (fixture, subscription) = try await StompFixture.subscribed(acknowledgement: .individual)
        let headers = [HeaderField("destination", "/topic/a"), HeaderField("subscription", "a")]
        let message = StompMessage(
            Frame(.message, headers: headers), for: "subscription-1", attempt: 1, acknowledgementID: "1\0")
        func expectInvalid(_ command: Frame.Command, _ answer: () async throws(StompError) -> Void) async {
            let error = FrameError(.unwritable(header: "id"), in: command)
            await #expect(throws: StompError.invalid("\(error)")) { try await answer() }
        }
        await expectInvalid(.ack) { () async throws(StompError) in try await fixture.session.acknowledge(message) }
        await expectInvalid(.nack) { () async throws(StompError) in try await fixture.session.refuse(message) }
        #expect(fixture.session.status.attempt == 1)
        withExtendedLifetime(subscription) {}
        await fixture.session.end()
    }

    @Test func `makes the connection fail, with an error that names it`() async throws {
        let fixture = await StompFixture.connected()
        await fixture.session.write(.unsubscribe(id: "\0"))
        let status = try await fixture.session.wait { $0.wait != nil }
        #expect(
            status.failure
                == .noSession("UNSUBSCRIBE: the header “id” holds what cannot be written in this frame"))
    }

    @Test func `as the last one of a connection counts as one that was not written`() async throws {
        let fixture = await StompFixture.connected()
        #expect(try await fixture.session.writeLast(.disconnect(receipt: "\0")).value == false)
    }
}

extension StompFixture {
    /// Waits until the reader of the first subscription stalls the session.
    func waitForStall() async {
        await yieldWhile("no reader stalls the session") {
            await session.subscriptions.entries.first?.queue.stalls.isStalled == false
        }
    }
}

extension StompSession {
    fileprivate func write(_ frame: Frame) { connection?.write(frame) }

    /// Writes a last frame; the promise is that of the system's taking it.
    fileprivate func writeLast(_ frame: Frame) -> Promise<Bool> {
        let isTaken = Promise<Bool>()
        connection?.writeLast(frame) { isTaken.fulfill(with: .success($0)) }
        return isTaken
    }
}
