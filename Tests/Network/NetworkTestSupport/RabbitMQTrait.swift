import AsyncPrimitives
import TestSupport
import Testing

/// Lets all tests of a suite talk to the same RabbitMQ, which runs while they do.
package struct RabbitMQTrait: SuiteTrait, TestScoping {
    @TaskLocal fileprivate static var broker: RabbitMQ?

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let broker = try RabbitMQ()
        await places.send(())
        let result: Result<Void, any Error>
        do {
            try await broker.start()
            result = .success(try await RabbitMQTrait.$broker.withValue(broker) { try await function() })
        } catch {
            result = .failure(error)
        }
        await broker.end()
        _ = await places.next()
        try result.get()
    }
}

/// Lets two brokers run at a time: more of them, on few cores, would need a minute to start.
private let places = BoundedQueue<Void>(limit: 2)

extension Trait where Self == RabbitMQTrait {
    package static var rabbitMQ: RabbitMQTrait { RabbitMQTrait() }
}

extension RabbitMQ {
    package static var shared: RabbitMQ {
        guard let broker = RabbitMQTrait.broker else { fatalError("The suite lacks the trait `rabbitMQ`.") }
        return broker
    }
}
