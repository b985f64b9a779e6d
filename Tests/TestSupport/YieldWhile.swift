import Testing

/// Yields to other tasks while a condition holds, or until the test's time limit, whose report then names the condition.
///
/// It is for conditions that no callback reports, such as that an object has been released.
public func yieldWhile(
    _ name: String = "this holds", isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async rethrows {
    while try await condition() {
        if Task.isCancelled { return _ = Issue.record("It still waits while \(name).", sourceLocation: sourceLocation) }
        await Task.yield()
    }
}
