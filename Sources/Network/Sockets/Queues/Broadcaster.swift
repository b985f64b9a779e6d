import AsyncPrimitives
import Synchronization

/// A sender of elements to any number of bounded queues. All queues get the elements in the same order.
final class Broadcaster<Element: Sendable>: Sendable {
    private struct State {
        var isFinished = false
        var subscribers: [Subscriber] = []
    }

    private struct Subscriber: Sendable {
        let queue: BoundedQueue<Element>
        let isWanted: @Sendable (Element) -> Bool
    }

    private let limits: QueueLimits<Element>
    private let isUpdate: @Sendable (Element) -> Bool
    private let state = Mutex(State())

    /// Creates a broadcaster with these limits for each queue. `isUpdate` is explained at ``BoundedQueue``.
    init(
        limits: QueueLimits<Element>, isUpdate: @escaping @Sendable (Element) -> Bool = { _ in false }
    ) {
        self.limits = limits
        self.isUpdate = isUpdate
    }

    private var subscribers: [Subscriber] { state.withLock { $0.subscribers } }

    var stalls: Stalls { subscribers.map(\.queue.stalls).reduce(.none, +) }

    /// Creates a queue that gets the elements that are wanted from now on. The caller must unsubscribe it.
    ///
    /// With `dropsOldest`, a slow consumer misses the oldest elements; otherwise the sender waits. The element of
    /// `first`, if any, comes before all others. No element is sent during its call.
    func subscribe(
        dropsOldest: Bool = false, where isWanted: @escaping @Sendable (Element) -> Bool = { _ in true },
        first: () -> Element? = { nil }
    ) -> BoundedQueue<Element> {
        let queue = BoundedQueue<Element>(limits: limits, dropsOldest: dropsOldest, isUpdate: isUpdate)
        state.withLock { state in
            if let element = first() { queue.append(element) }
            if state.isFinished {
                queue.close()
            } else {
                state.subscribers.append(Subscriber(queue: queue, isWanted: isWanted))
            }
        }
        return queue
    }

    /// Closes a queue, and sends it no more elements.
    func unsubscribe(_ queue: BoundedQueue<Element>) {
        state.withLock { $0.subscribers.removeAll { $0.queue === queue } }
        queue.close()
    }

    /// Sends an element to every consumer that wants it. Calls must be serialized; their order is the order of delivery.
    ///
    /// `change` is called first; no consumer subscribes between this call and the sending. Returns a promise for each
    /// consumer without room, fulfilled when it has room. Until then, read nothing more from the element's source.
    @discardableResult func send(_ element: Element, after change: () -> Void = {}) -> [Promise<Void>] {
        let subscribers = state.withLock { state in
            change()
            return state.subscribers
        }
        return subscribers.compactMap { $0.isWanted(element) ? $0.queue.append(element) : nil }
    }

    /// Removes the elements that no consumer has got, even elements on their way to a consumer. Updates stay.
    func discard() {
        for subscriber in subscribers { subscriber.queue.removeAll() }
    }

    /// Closes every queue; consumers still get the elements that they have not consumed.
    func finish() {
        let subscribers = state.withLock { state in
            defer { state.subscribers = [] }
            state.isFinished = true
            return state.subscribers
        }
        for subscriber in subscribers { subscriber.queue.close() }
    }
}
