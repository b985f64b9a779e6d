/// Lets others have their turn as long as the condition holds, or until the test has run out of time.
///
/// For what nobody tells of, such as that an object is gone.
public func yieldWhile(
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async rethrows {
    while try await condition(), !Task.isCancelled { await Task.yield() }
}
