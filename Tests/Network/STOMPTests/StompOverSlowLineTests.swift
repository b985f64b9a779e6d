import Foundation
import LoopbackBroker
import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Sockets
import Testing

/// A session whose line is slow.
@Suite(.timeLimit(.minutes(10))) struct StompOverSlowLineTests {
    @Test func `A message that takes longer than the server may be silent arrives, on one connection`() async throws {
        let broker = LoopbackBroker(heartBeat: HeartBeat(send: .seconds(1)))
        let proxy = try ThrottlingProxy(to: try broker.start(), down: 100_000)
        let reader = broker.stompSession(heartBeat: HeartBeat(receive: .seconds(1))) {
            $0.urls = [URL(string: "ws://127.0.0.1:\(proxy.port)/ws")!]
        }
        let messages = try await reader.subscribe(to: "/topic/charts")
        await reader.connect(with: .init(login: "ada", passcode: "1"))
        try await messages.confirmed()
        let sender = await broker.connectedStompSession(login: "bob")
        let chart = [UInt8](repeating: 7, count: 600_000)
        try await sender.send(chart, to: "/topic/charts").acknowledged()
        #expect(try await messages.first { _ in true }?.body == chart)
        #expect(proxy.counts.accepted == 1)
        #expect(reader.status.failure == nil)
        await reader.end()
        await sender.end()
    }
}
