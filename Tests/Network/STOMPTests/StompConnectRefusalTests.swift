import Foundation
import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

/// The answers of a server to `CONNECT` that say nothing about the credentials.
@Suite(.timeLimit(.minutes(60))) struct `A session that is refused` {
    @Test(arguments: [CloseCode.serviceRestart, .tryAgainLater])
    func `by a server that restarts or is overloaded connects again with the same credentials`(
        code: CloseCode
    ) async throws {
        let fixture = StompFixture()
        fixture.broker.refuseEveryone()
        fixture.broker.closeRefused(with: TransportEvent.ended(code: code, reason: "later"))
        await fixture.session.connect(with: .init(login: "ada", passcode: "1"))
        #expect(try await fixture.session.wait { $0.wait != nil }.failure == .closed(code: code, reason: "later"))
        fixture.broker.refuseEveryone(false)
        await fixture.endWait()
        try await fixture.session.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", "1"])
    }

    @Test(arguments: [CloseCode.normal, .goingAway, .policyViolation])
    func `by a server that closes for another reason does not`(code: CloseCode) async throws {
        let fixture = StompFixture()
        fixture.broker.refuseEveryone()
        fixture.broker.closeRefused(with: TransportEvent.ended(code: code))
        await fixture.session.connect(with: .init(login: "ada", passcode: "1"))
        let status = try await fixture.session.wait { $0.phase == .disconnected && $0.failure != nil }
        #expect(status.failure == .unauthenticated("Bad CONNECT"))
    }

    @Test(
        arguments: [
            ("ERROR\nversion:1.0,1.1\nmessage:no such version\n\n\0", "ERROR: the server speaks version 1.0,1.1"),
            ("CONNECTED\nversion:1.1\n\n\0", "CONNECTED: the server speaks version 1.1"),
            ("CONNECTED\nversion:1.2\n\n\0CONNECTED\nversion:1.2\n\n\0", "CONNECTED, a second time"),
            ("RECEIPT\nreceipt-id:1\n\n\0", "a frame before CONNECTED"),
            ("{\"type\":\"welcome\"}\n", "there is no command “{"),
        ])
    func `by servers that speak something else ends when each has said so, with the words`(
        answer: (text: String, words: String)
    ) async throws {
        let urls = ["one", "two"].map { URL(string: "ws://\($0)/ws")! }
        let fixture = StompFixture { $0.urls = urls }
        fixture.broker.ignore(.connect)
        // In the middle of all that it does for one.
        let subscription = try await fixture.session.subscribe(to: "/topic/a")
        await fixture.session.connect(with: .init(login: "ada", passcode: "1"))
        for number in 1...2 {
            _ = await fixture.broker.frame(on: number) { $0.command == .connect }
            await fixture.broker.network.transport(number).emit(.text(answer.text))
            let status = try await fixture.session.wait { $0.attempt == number && $0.failure != nil || $0.wait != nil }
            guard case .incompatible(let words)? = status.failure else { throw try #require(status.failure) }
            #expect(words.contains(answer.words))
            if number == 1 { await fixture.endWait() }
        }
        // The close frame is answered.
        try await fixture.session.wait(for: .disconnected)
        fixture.clock.advance(by: .seconds(3600))
        #expect(fixture.broker.network.count == 2)
        fixture.broker.ignoreNothing()
        await fixture.connect()
        try await subscription.confirmed()
        #expect(fixture.session.status.failure == nil)
    }

    @Test(arguments: ["1000", ""])
    func `is none with heart-beats that cannot be read, and runs without`(value: String) async throws {
        let fixture = StompFixture { $0.heartBeat = HeartBeat(send: .seconds(1), receive: .seconds(1)) }
        fixture.broker.ignore(.connect)
        await fixture.session.connect(with: .init(login: "ada", passcode: "1"))
        _ = await fixture.broker.frame(on: 1) { $0.command == .connect }
        await fixture.broker.send(
            Frame(.connected, headers: [HeaderField("version", "1.2"), HeaderField("heart-beat", value)]), on: 1)
        try await fixture.session.wait(for: .connected)
        try await fixture.session.send([65], to: "/topic/a").acknowledged()
    }

    @Test(arguments: ["1.2", "1.1, 1.2"])
    func `by a server that names version 1.2 is refused for something else`(versions: String) async throws {
        let fixture = StompFixture()
        fixture.broker.ignore(.connect)
        await fixture.session.connect(with: .init(login: "ada", passcode: "1"))
        _ = await fixture.broker.frame(on: 1) { $0.command == .connect }
        let headers = [HeaderField("message", "Bad CONNECT"), HeaderField("version", versions)]
        await fixture.broker.send(Frame(.error, headers: headers), on: 1)
        await fixture.broker.network.transport(1).emit(.closed(.normal))
        let status = try await fixture.session.wait { $0.phase == .disconnected && $0.failure != nil }
        #expect(status.failure == .unauthenticated("Bad CONNECT"))
    }

    @Test func `before it could say who it is knows so`() async throws {
        let transport = ScriptedTransport()
        transport.emit(.opened(subprotocol: "v12.stomp"))
        transport.emit(.text("ERROR\nmessage:too many connections\n\n\0"))
        transport.emit(.closed(.normal))
        let configuration = StompSession.Configuration(urls: [URL(string: "ws://localhost/ws")!])
        let session = StompSession(configuration, clock: ManualClock()) { transport }
        await session.connect(with: .init(login: "ada", passcode: "1"))
        let status = try await session.wait { $0.phase == .disconnected && $0.failure != nil }
        #expect(status.failure == .unauthenticated("too many connections"))
    }

    @Test func `is known to be so before the time for connecting is over, even if the server leaves it open`()
        async throws
    {
        let fixture = StompFixture { $0.socket.connectTimeout = .milliseconds(400) }
        fixture.broker.refuseEveryone()
        fixture.broker.closeRefused(with: nil)
        await fixture.session.connect(with: .init(login: "ada", passcode: "1"))
        #expect(try await fixture.refusal(after: .milliseconds(100)).failure == .unauthenticated("Bad CONNECT"))
    }
}

/// A token on the request that opens the WebSocket, for a gateway in front of the server.
@Suite(.timeLimit(.minutes(60))) struct `A token on the handshake` {
    @Test func `is in the header that the gateway wants, and in no frame`() async throws {
        let fixture = StompFixture(configure: { $0.passcodePlace = .handshake() })
        await fixture.connect(passcode: "s3cret")
        let request = try #require(await fixture.broker.network.transport(1).request)
        #expect(request.headers == [HeaderField("Authorization", "Bearer s3cret")])
        #expect(!"\(request)".contains("s3cret"))
        let frame = await fixture.broker.frame(on: 1) { $0.command == .connect }
        #expect(frame["login"] == nil && frame["passcode"] == nil && frame["Authorization"] == nil)
    }

    @Test func `may be in another header, without a scheme`() async throws {
        let fixture = StompFixture(configure: { $0.passcodePlace = .handshake(header: "X-Token", scheme: "") })
        await fixture.connect(passcode: "s3cret")
        #expect(
            await fixture.broker.network.transport(1).request?.headers == [HeaderField("X-Token", "s3cret")])
    }
}
