import Foundation
import LoopbackBroker
import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Sockets
import TestSupport
import Testing

/// A session over real connections, with a broker that fails in all the ways it can.
@Suite(.timeLimit(.minutes(60))) struct StompSessionOverTCPTests {
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
}

/// A session on a slow line.
@Suite(.timeLimit(.minutes(60))) struct StompOverSlowLineTests {
    @Test func `A message that takes longer than the server may be silent arrives, on one connection`() async throws {
        // Long enough for a busy machine; the message takes 25 s.
        let broker = LoopbackBroker(heartBeat: HeartBeat(send: .seconds(10)))
        let proxy = try ThrottlingProxy(to: try broker.start(), down: 50_000)
        let reader = broker.stompSession(heartBeat: HeartBeat(receive: .seconds(10))) {
            $0.urls = [URL(string: "ws://127.0.0.1:\(proxy.port)/ws")!]
        }
        let messages = try await reader.subscribe(to: "/topic/charts")
        await reader.connect(with: .init(login: "ada", passcode: "1"))
        try await messages.confirmed()
        let sender = await broker.connectedStompSession(login: "bob")
        let chart = [UInt8](repeating: 7, count: 1_250_000)
        try await sender.send(chart, to: "/topic/charts").acknowledged()
        #expect(try await messages.first { _ in true }?.body == chart)
        #expect(proxy.accepted == 1)
        #expect(reader.status.failure == nil)
        await reader.end()
        await sender.end()
    }
}

/// The seconds that a soak is to last.
private let seconds = ProcessInfo.processInfo.environment["SOAK_SECONDS"].flatMap(Double.init)

/// A session that works for long, over connections that break.
@Suite(.enabled(if: seconds != nil, "SOAK_SECONDS says how long it lasts."), .timeLimit(.minutes(30))) struct SoakTests
{
    @Test func `Memory and descriptors stay as they are while messages flow and connections are lost`() async throws {
        let broker = LoopbackBroker { _, _ in true }
        try broker.start()
        defer { broker.stop() }
        let session = await broker.connectedStompSession()
        let subscription = try await session.subscribe(to: "/queue/soak", acknowledgement: .individual)
        var messages = subscription.makeAsyncIterator()
        var count = 0

        func work(for duration: Duration) async throws {
            let end = ContinuousClock.now + duration
            while ContinuousClock.now < end {
                try await talk(100, in: session, &messages)
                count += 100
                guard count.isMultiple(of: 10_000) else { continue }
                let attempt = session.status.attempt
                broker.kick("ada")
                try await session.wait { $0.attempt > attempt && $0.phase == .connected }
            }
        }

        // All buffers have grown by then.
        try await work(for: .seconds(seconds! / 4))
        let memory = try residentMemory() ?? 0
        let descriptors = try openDescriptors()
        try await work(for: .seconds(seconds! * 3 / 4))
        let growth = (try residentMemory() ?? 0) - memory
        print(
            "Soak: \(count) messages over \(session.status.attempt) connections,",
            "\(memory / 1024) KiB of memory and \(growth / 1024) KiB more, \(descriptors ?? 0) descriptors.")
        #expect(growth < 4 * 1024 * 1024)
        #expect(try openDescriptors() == descriptors)
        await session.end()
    }

    /// Sends messages, and receives and acknowledges them; a message that came twice is acknowledged twice.
    private func talk(
        _ count: Int, in session: StompSession, _ messages: inout StompSubscription.AsyncIterator
    ) async throws {
        let body = [UInt8](repeating: 65, count: 200)
        var sends: [StompSession.PendingSend] = []
        for _ in 0..<count { sends.append(try await session.send(body, to: "/queue/soak")) }
        var pending = Set(sends.map(\.id))
        while !pending.isEmpty, let message = try await messages.next() {
            try await session.acknowledge(message)
            pending.remove(message.sendID ?? "")
        }
        for send in sends { try await send.acknowledged() }
    }
}
