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

extension StompFixture {
    /// Waits until the reader of the first subscription stalls the session.
    func waitForStall() async {
        await yieldWhile("no reader stalls the session") {
            await session.subscriptions.entries.first?.queue.stalls.isStalled == false
        }
    }
}
