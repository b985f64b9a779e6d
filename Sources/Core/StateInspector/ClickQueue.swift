/// Performs the clicks on a page one at a time, in order; a limited number can wait.
final class ClickQueue: Sendable {
    /// The number of clicks that may wait.
    private static let limit = 32

    private let clicks: AsyncStream<InspectedMachine.Click>.Continuation
    private let task: Task<Void, Never>

    init(perform: @escaping @Sendable (InspectedMachine.Click) async -> Void) {
        let (stream, clicks) = AsyncStream.makeStream(
            of: InspectedMachine.Click.self, bufferingPolicy: .bufferingOldest(ClickQueue.limit))
        self.clicks = clicks
        task = Task {
            for await click in stream {
                // Waiting clicks are not performed after the end of this object.
                if Task.isCancelled { return }
                await perform(click)
            }
        }
    }

    deinit {
        clicks.finish()
        task.cancel()
    }

    /// - Returns: False if too many clicks wait.
    func add(_ click: InspectedMachine.Click) -> Bool {
        if case .dropped = clicks.yield(click) { return false }
        return true
    }
}
