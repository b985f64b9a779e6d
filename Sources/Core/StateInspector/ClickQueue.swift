/// A queue that performs the clicks on a page one at a time, in order. A limited number of clicks can wait.
final class ClickQueue: Sendable {
    /// The greatest number of waiting clicks.
    private static let limit = 32

    private let clicks: AsyncStream<InspectedMachine.Click>.Continuation
    private let task: Task<Void, Never>

    init(perform: @escaping @Sendable (InspectedMachine.Click) async -> Void) {
        let (stream, clicks) = AsyncStream.makeStream(
            of: InspectedMachine.Click.self, bufferingPolicy: .bufferingOldest(ClickQueue.limit))
        self.clicks = clicks
        task = Task {
            for await click in stream {
                // Canceled when this object is freed; clicks that still wait are not performed.
                if Task.isCancelled { return }
                await perform(click)
            }
        }
    }

    deinit {
        clicks.finish()
        task.cancel()
    }

    /// - Returns: False if the click was dropped, because too many clicks wait.
    func add(_ click: InspectedMachine.Click) -> Bool {
        if case .dropped = clicks.yield(click) { return false }
        return true
    }
}
