/// A task that is cancelled when nobody holds it any more.
package final class OwnedTask: Sendable {
    private let task: Task<Void, Never>

    package init(_ body: @escaping @Sendable () async -> Void) { task = Task(operation: body) }

    deinit { task.cancel() }
}
