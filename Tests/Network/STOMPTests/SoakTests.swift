import Foundation
import LoopbackBroker
import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

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
