/// Yields to other tasks while a condition holds, or until the test's time limit.
///
/// It is for conditions that no callback reports, such as that an object has been released.
public func yieldWhile(
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async rethrows {
    while try await condition(), !Task.isCancelled { await Task.yield() }
}
