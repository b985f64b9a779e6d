import STOMP
import STOMPTestSupport
import Foundation
import LoopbackBroker
import Sockets
import Testing

/// A session over real connections, whose broker fails in all the ways it can.
@Suite(.timeLimit(.minutes(10))) struct StompSessionOverTCPTests {
    @Test func `A message is acknowledged, and arrives with its headers`() async throws {
        let broker = LoopbackBroker()
        try broker.start()
        let stomp = await broker.connectedStompSession()
        let harbour = try await stomp.subscribe(to: "/topic/harbour")
        let receipt = try await stomp.send(Array("Ahoy".utf8), to: "/topic/harbour", headers: [.init("ship", "Anna")])
        try await receipt.acknowledged()
        let message = try #require(try await harbour.first { _ in true })
        #expect(message.text == "Ahoy")
        #expect(message["ship"] == "Anna")
        #expect(message.sendID == receipt.id)
        await stomp.end()
        await broker.wait { $0.present.isEmpty }
    }

    @Test(arguments: [true, false])
    func `A refused token disconnects, whether the broker closes the connection or not`(closes: Bool) async throws {
        let broker = LoopbackBroker(closesAfterErrors: closes) { _, secret in secret == "1" }
        try broker.start()
        let session = broker.stompSession()
        await session.connect(with: .init(login: "ada", passcode: "2"))
        let status = try await session.wait { $0.phase == .disconnected && $0.failure != nil }
        #expect(status.failure == .unauthenticated("Bad CONNECT"))
        #expect(broker.counts.refusals == ["ada": 1])
        await session.connect(with: .init(login: "ada", passcode: "1"))
        try await session.wait(for: .connected)
        #expect(broker.counts.present == ["ada": 1])
    }

    @Test func `A session that was kicked comes back with its subscriptions`() async throws {
        let broker = LoopbackBroker()
        try broker.start()
        let stomp = await broker.connectedStompSession()
        let messages = try await stomp.subscribe(to: "/queue/a")
        await broker.wait { $0.subscriptions == ["ada": 1] }
        broker.kick("ada")
        await broker.wait { $0.sessions == ["ada": 2] && $0.subscriptions == ["ada": 1] }
        try await stomp.send([1], to: "/queue/a").acknowledged()
        #expect(try await messages.first { _ in true }?.body == [1])
    }

    @Test func `A connection on which the broker sends nothing is abandoned, and another one made`() async throws {
        let broker = LoopbackBroker(heartBeat: HeartBeat(send: .milliseconds(20)))
        try broker.start()
        broker.faults.sendsNoHeartBeats = true
        let session = broker.stompSession(heartBeat: HeartBeat(receive: .milliseconds(20)))
        await session.connect(with: .init(login: "ada", passcode: "1"))
        await broker.wait { $0.sessions["ada", default: 0] >= 2 }
    }

    @Test func `A message upon which the broker closes the connection is refused, and the next one goes out`()
        async throws
    {
        let broker = LoopbackBroker()
        try broker.start()
        broker.faults.closedDestinations = ["/queue/forbidden"]
        let stomp = await broker.connectedStompSession()
        let refused = try await stomp.send([1], to: "/queue/forbidden")
        let accepted = try await stomp.send([2], to: "/queue/a")
        await #expect(throws: StompError.refused("closed the connection")) { try await refused.acknowledged() }
        try await accepted.acknowledged()
    }

    @Test func `A message whose receipt was lost is sent again, marked, under the same name`() async throws {
        let broker = LoopbackBroker()
        try broker.start()
        broker.faults.lossyDestinations = ["/queue/a"]
        let stomp = await broker.connectedStompSession()
        let receipt = try await stomp.send([1], to: "/queue/a")
        try await receipt.acknowledged()
        var messages = try await stomp.subscribe(to: "/queue/a").makeAsyncIterator()
        for isRepeated in [false, true] {
            let message = try await messages.next()
            #expect(message?.sendID == receipt.id)
            #expect(message?.isPossiblyRepeated == isRepeated)
        }
    }

    @Test func `Several servers are tried in turn`() async throws {
        let broker = LoopbackBroker()
        try broker.start()
        let session = broker.stompSession { configuration in
            // A port that no server gets by chance.
            configuration.urls.insert(URL(string: "ws://127.0.0.1:1/ws")!, at: 0)
        }
        await session.connect(with: .init(login: "ada", passcode: "1"))
        try await session.wait(for: .connected)
        #expect(session.status.attempt == 2)
    }
}
