import Testing

/// Yields to other tasks while a condition holds, or until the test's time limit. Its report then names the condition.
///
/// It is for conditions that no callback reports, such as that an object has been released.
public func yieldWhile(
    _ name: @autoclosure () -> String, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async rethrows {
    while try await condition() {
        if Task.isCancelled { return _ = Issue.record("Still, \(name()).", sourceLocation: sourceLocation) }
        await Task.yield()
    }
}

/// Starts a task on the main actor, which has run to its first suspension when this returns.
@MainActor public func begun<Value: Sendable>(
    _ body: @escaping @MainActor () async throws -> Value
) async -> Task<Value, any Error> {
    let (beginning, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
        continuation.finish()
        return try await body()
    }
    for await _ in beginning {}
    return task
}
