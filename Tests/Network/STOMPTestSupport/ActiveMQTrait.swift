import NetworkTestSupport
import Testing

/// Lets all tests of a suite talk to the same ActiveMQ, which runs as long as they do.
package struct ActiveMQTrait: SuiteTrait, TestScoping {
    @TaskLocal fileprivate static var broker: ActiveMQ?

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await ActiveMQTrait.$broker.withValue(try await ActiveMQ()) { try await function() }
    }
}

extension Trait where Self == ActiveMQTrait {
    /// One ActiveMQ for all tests of the suite.
    package static var activeMQ: ActiveMQTrait { ActiveMQTrait() }
}

extension ActiveMQ {
    /// The server of the suite that is running.
    package static var shared: ActiveMQ {
        guard let broker = ActiveMQTrait.broker else { fatalError("The suite lacks the trait `activeMQ`.") }
        return broker
    }
}
