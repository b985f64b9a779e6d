import Synchronization

/// A sender of elements to any number of bounded queues, all of which get them in the same order.
package final class Broadcaster<Element: Sendable>: Sendable {
    private struct State {
        var isFinished = false
        var queues: [BoundedQueue<Element>] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Creates a broadcaster whose queues have room for `limit` elements each.
    package init(limit: Int) { self.limit = limit }

    private var queues: [BoundedQueue<Element>] { state.withLock { $0.queues } }

    /// The back pressure of all consumers together.
    package var stalls: Stalls { queues.map(\.stalls).reduce(.none, +) }

    /// Creates a queue that gets every element from now on.
    package func subscribe() -> BoundedQueue<Element> {
        let queue = BoundedQueue<Element>(limit: limit)
        state.withLock { state in
            if state.isFinished { queue.close() } else { state.queues.append(queue) }
        }
        return queue
    }

    /// Closes a queue, which gets no more elements.
    package func unsubscribe(_ queue: BoundedQueue<Element>) {
        state.withLock { $0.queues.removeAll { $0 === queue } }
        queue.close()
    }

    /// Sends an element to every consumer; calls must be serialized, and their order is the order of delivery.
    ///
    /// - Returns: For each consumer that has no room, a promise that is fulfilled when it has. The caller should read nothing
    ///   more from the element's source until then.
    @discardableResult package func send(_ element: Element) -> [Promise<Void>] {
        queues.compactMap { $0.append(element) }
    }

    /// Removes the elements that consumers have not consumed, those on their way to them included.
    package func discard() {
        for queue in queues { queue.removeAll() }
    }

    /// Ends the elements of every consumer, after those that it has not consumed yet.
    package func finish() {
        let queues = state.withLock { state in
            defer { state.queues = [] }
            state.isFinished = true
            return state.queues
        }
        for queue in queues { queue.close() }
    }
}
