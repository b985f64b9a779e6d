/// A task that is cancelled when nobody holds it any more.
package final class OwnedTask: Sendable {
    private let task: Task<Void, Never>

    package init(_ body: @escaping @Sendable () async -> Void) { task = Task(operation: body) }

    /// A timer: does something at that time, unless nobody holds it any more by then.
    ///
    /// What has to wait for its turn then, as at an actor, should look there whether the task was cancelled meanwhile.
    package convenience init(
        at end: Duration, on time: Timepiece, _ body: @escaping @Sendable () async -> Void
    ) {
        self.init {
            guard (try? await time.sleep(until: end)) != nil else { return }
            await body()
        }
    }

    /// A timer: does something now, and again whenever it said it would, until it says nothing.
    package convenience init(
        on time: Timepiece, repeating body: @escaping @Sendable () async -> Duration?
    ) {
        self.init {
            while let next = await body() {
                guard (try? await time.sleep(until: next)) != nil else { return }
            }
        }
    }

    deinit { task.cancel() }
}
