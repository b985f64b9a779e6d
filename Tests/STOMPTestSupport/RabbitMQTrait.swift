import NetworkTestSupport
import TestSupport
import Testing

/// Lets all tests of a suite talk to the same RabbitMQ, which runs as long as they do.
public struct RabbitMQTrait: SuiteTrait, TestScoping {
    @TaskLocal fileprivate static var broker: RabbitMQ?

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let broker = try RabbitMQ()
        let result: Result<Void, any Error>
        do {
            try await broker.start()
            result = .success(try await RabbitMQTrait.$broker.withValue(broker) { try await function() })
        } catch {
            result = .failure(error)
        }
        await broker.end()
        try result.get()
    }
}

extension Trait where Self == RabbitMQTrait {
    /// One RabbitMQ for all tests of the suite.
    public static var rabbitMQ: RabbitMQTrait { RabbitMQTrait() }
}

extension RabbitMQ {
    /// The server of the suite that is running.
    public static var shared: RabbitMQ {
        guard let broker = RabbitMQTrait.broker else { fatalError("The suite lacks the trait `rabbitMQ`.") }
        return broker
    }
}
