import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `Times and limits of a socket client` {
    static let longest = [
        Duration.seconds(Int64.max), .seconds(1e19), .seconds(1.7e20),
        Duration(attoseconds: .max),
    ]

    private func configuration(_ time: Duration) -> SocketClient.Configuration {
        var configuration = SocketClient.Configuration()
        (configuration.connectTimeout, configuration.closeTimeout) = (time, time)
        (configuration.pingInterval, configuration.pingTimeout) = (time, time)
        configuration.backoff = Backoff(initial: time, factor: 1, maximum: time, resetTime: time)
        (configuration.sendLimit, configuration.sendByteLimit) = (.max, .max)
        (configuration.messageLimit, configuration.messageByteLimit) = (.max, .max)
        return configuration
    }

    // The system's clock counts no further than to some year.
    @Test(arguments: longest)
    func `may be the greatest that there are`(time: Duration) async throws {
        let network = ScriptedNetwork()
        let client = SocketClient(
            configuration: configuration(time), transport: { network.makeTransport() },
            request: { _ in ConnectionRequest(to: ClientFixture.address) })
        let messages = client.messages()
        await client.connect()
        var transport = await network.transport(1)
        transport.emit(.opened(subprotocol: nil))
        try await client.wait(for: .connected)
        try await client.send(.text("hello")).sent()
        async let trip = client.ping()
        await transport.wait(for: .ping)
        transport.emit(.text("welcome"))
        transport.emit(.pong)
        #expect(try await trip >= .zero)
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next() == .text("welcome"))
        transport.emit(.lost)
        try await client.wait { $0.failure != nil }
        await client.connect()  // Skips the wait.
        transport = await network.transport(2)
        transport.emit(.opened(subprotocol: nil))
        try await client.wait(for: .connected)
        async let closed: Void = client.disconnect()
        await transport.wait(for: .close(.normal))
        transport.emit(.closed(.normal))
        await closed
        #expect(client.status.phase == .disconnected)
    }

    @Test(arguments: longest, [1, 1.6, Double.greatestFiniteMagnitude])
    func `of a backoff may be the greatest that there are`(time: Duration, factor: Double) {
        var generator = HighestGenerator()
        for initial in [Duration.seconds(1), time] {
            var backoff = Backoff(initial: initial, factor: factor, maximum: time, resetTime: time)
            for _ in 1...100 {
                let bound = backoff.bound
                #expect((Duration.zero...bound).contains(backoff.next(using: &generator)))
            }
            #expect((Duration.zero...initial).contains(backoff.first(using: &generator)))
            backoff.connectionEnded(after: .seconds(Int64.min))
            backoff.connectionEnded(after: time)
            #expect(backoff.bound == initial)
        }
    }
}
