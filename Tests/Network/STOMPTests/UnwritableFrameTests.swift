import AsyncPrimitives
import NetworkTestSupport
import STOMPTestSupport
import Sockets
import TestSupport
import Testing

@testable import STOMP

/// Frames that cannot be encoded, such as those with a text of a peer in them.
@Suite(.timeLimit(.minutes(10))) struct `A frame that cannot be written` {
    @Test func `is refused when it would acknowledge a message`() async throws {
        let fixture = StompFixture()
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a", acknowledgement: .individual)
        await fixture.connect()
        try await subscription.confirmed()
        let headers = [HeaderField("destination", "/topic/a"), HeaderField("subscription", "a")]
        let message = StompMessage(Frame(.message, headers: headers), attempt: 1, acknowledgementID: "1\0")
        func expectInvalid(_ command: Frame.Command, _ answer: () async throws(StompError) -> Void) async {
            let error = FrameError(.unwritable(header: "id"), in: command)
            await #expect(throws: StompError.invalid("\(error)")) { try await answer() }
        }
        await expectInvalid(.ack) { () async throws(StompError) in try await fixture.session.acknowledge(message) }
        await expectInvalid(.nack) { () async throws(StompError) in try await fixture.session.refuse(message) }
        #expect(fixture.session.status.attempt == 1)
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

extension StompSession {
    fileprivate func write(_ frame: Frame) { connection?.write(frame) }

    /// Writes a last frame; the promise is that of the system's taking it.
    fileprivate func writeLast(_ frame: Frame) -> Promise<Bool> {
        let isTaken = Promise<Bool>()
        connection?.writeLast(frame) { isTaken.fulfill(with: .success($0)) }
        return isTaken
    }
}
