/// Makes requests one at a time, in order; some may wait.
final class RequestQueue: Sendable {
    /// The number of requests that may wait.
    private static let limit = 32

    private let requests: AsyncStream<InspectedMachine.Click>.Continuation
    private let task: Task<Void, Never>

    init(perform: @escaping @Sendable (InspectedMachine.Click) async -> Void) {
        let (stream, requests) = AsyncStream.makeStream(
            of: InspectedMachine.Click.self, bufferingPolicy: .bufferingOldest(RequestQueue.limit))
        self.requests = requests
        task = Task {
            for await request in stream {
                // Those that wait are not made when this has ended.
                if Task.isCancelled { return }
                await perform(request)
            }
        }
    }

    deinit {
        requests.finish()
        task.cancel()
    }

    /// - Returns: False if too many wait.
    func add(_ request: InspectedMachine.Click) -> Bool {
        if case .dropped = requests.yield(request) { return false }
        return true
    }
}
