/// A task that is cancelled when nobody holds it any more.
final class OwnedTask: Sendable {
    private let task: Task<Void, Never>

    init(_ body: @escaping @Sendable () async -> Void) { task = Task(operation: body) }

    deinit { task.cancel() }

    func finished() async { await task.value }
}
