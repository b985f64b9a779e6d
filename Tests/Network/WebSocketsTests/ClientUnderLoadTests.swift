import NetworkTestSupport
import Sockets
import TestSupport
import Testing
import WebSockets

@testable import LoopbackServer

@Suite(.blocking, .serialized, .timeLimit(.minutes(60))) struct ClientUnderLoadTests {
    @Test func `Hundreds of clients of a server that dies and comes back are all there again, once, and not at once`()
        async
    {
        await #expect(processExitsWith: .success) { try await Self.loseAndRegainClients() }
    }

    private static func loseAndRegainClients() async throws {
        // Each connection has two ends in this process.
        raiseDescriptorLimit(to: 2048)
        let server = LoopbackServer()
        defer { server.stop() }
        let port = try server.start()
        let clock = ManualClock()
        let all = (1...320).map { number in
            LiveClient(to: port, clock: clock, seed: UInt64(number)) {
                // Time is passed for all of them, and not meant to end anything.
                $0.pingInterval = .seconds(3600)
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for live in all { group.addTask { try await live.connect() } }
            try await group.waitForAll()
        }
        await server.wait { $0.open == 320 }
        #expect(server.counts == LoopbackServer.Counts(accepted: 320, present: 320, open: 320))

        // Each of them tries once while there is no server.
        server.stop()
        for live in all { try await live.failure() }
        clock.advance(by: .seconds(1))
        for live in all { try await live.client.wait { $0.attempt == 2 && $0.phase == .reconnectingWaiting } }

        try server.start()
        let waits = all.map { $0.client.status.wait! }
        var returned = 0
        for step in 1...16 {
            clock.advance(by: .milliseconds(100))
            let due = waits.count { $0 <= .milliseconds(100 * step) }
            // A sixteenth of them is 20.
            #expect((8...36).contains(due - returned), "after \(step * 100) ms")
            await server.wait { $0.open >= due }
            returned = due
            #expect(server.counts.accepted == 320 + due)
        }
        for live in all { try await live.client.wait(for: .connected) }
        await server.wait { $0.open == 320 }
        #expect(server.counts == LoopbackServer.Counts(accepted: 640, present: 320, open: 320))
        for live in all { #expect(live.client.status.attempt == 3) }

        await withTaskGroup(of: Void.self) { group in
            for (number, live) in all.enumerated() {
                group.addTask {
                    var messages = live.client.messages().makeAsyncIterator()
                    _ = try? await live.client.send(.text("\(number)"))
                    #expect(await messages.next() == .text("\(number)"))
                    await live.client.disconnect()
                }
            }
        }
        await server.wait { $0.present == 0 }
        #expect(server.counts.accepted == 640)
    }
}
