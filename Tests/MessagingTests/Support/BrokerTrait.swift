import NetworkTestSupport
import TestSupport
import Testing

/// Lets the tests of a suite talk to one RabbitMQ, which runs as long as they do.
struct BrokerTrait: SuiteTrait, TestScoping {
    @TaskLocal fileprivate static var broker: RabbitMQ?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let broker = try RabbitMQ()
        let result: Result<Void, any Error>
        do {
            try await broker.start()
            result = .success(try await BrokerTrait.$broker.withValue(broker) { try await function() })
        } catch {
            result = .failure(error)
        }
        await broker.end()
        try result.get()
    }
}

extension Trait where Self == BrokerTrait {
    /// One RabbitMQ for all tests of the suite.
    static var broker: BrokerTrait { BrokerTrait() }
}

extension RabbitMQ {
    /// The one that the present suite talks to.
    static var shared: RabbitMQ {
        guard let broker = BrokerTrait.broker else { fatalError("The suite has no trait `broker`.") }
        return broker
    }
}
