import Synchronization

/// A bounded queue for one consumer, whose producers wait when it is full.
package final class BoundedQueue<Element: Sendable>: Sendable {
    private typealias Consumer = CheckedContinuation<(element: Element, generation: Int)?, Never>

    private struct State {
        /// Counts calls of `removeAll()`: an element of an earlier generation that is on its way to the consumer is dropped.
        var generation = 0
        var isClosed = false
        var elements = Queue<Element>()
        var consumer: Consumer?
        /// Elements beyond the limit, each with the promise that its producer waits for.
        var overflow = Queue<(element: Element, room: Promise<Void>)>()
        var stalls = 0

        /// Removes the first element, and moves the first one beyond the limit into its place.
        mutating func pop() -> (element: Element, room: Promise<Void>?)? {
            guard let element = elements.popFirst() else { return nil }
            guard let (next, room) = overflow.popFirst() else { return (element, nil) }
            elements.append(next)
            return (element, room)
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Creates a queue with room for `limit` elements, at least 1.
    package init(limit: Int) { self.limit = limit }

    /// Tells whether an element waits for room now, and how many elements have had to.
    package var stalls: Stalls { state.withLock { Stalls(isStalled: !$0.overflow.isEmpty, count: $0.stalls) } }

    /// Appends an element, unless the queue is closed.
    ///
    /// - Returns: A promise that is fulfilled when there is room for the element; `nil` if there is room now.
    @discardableResult package func append(_ element: Element) -> Promise<Void>? {
        var room: Promise<Void>?
        let consumer = state.withLock { state -> (Consumer, generation: Int)? in
            if state.isClosed { return nil }
            if let consumer = state.consumer.take() { return (consumer, state.generation) }
            if state.elements.count < limit {
                state.elements.append(element)
            } else {
                let promise = Promise<Void>()
                state.overflow.append((element, promise))
                state.stalls += 1
                room = promise
            }
            return nil
        }
        if let (consumer, generation) = consumer { consumer.resume(returning: (element, generation)) }
        return room
    }

    /// Appends an element, and waits until there is room for it or the task is cancelled.
    package func send(_ element: Element) async { try? await append(element)?.value }

    /// Waits for the next element; returns `nil` when the queue is closed and empty, or the task is cancelled.
    package func next() async -> Element? {
        while let (element, generation) = await nextOfAnyGeneration() {
            if state.withLock({ $0.generation == generation }) { return element }
        }
        return nil
    }

    /// Removes and returns the first element, or returns `nil` when there is none.
    package func tryNext() -> Element? {
        let next = state.withLock { $0.pop() }
        next?.room?.fulfill(with: .success(()))
        return next?.element
    }

    private func nextOfAnyGeneration() async -> (element: Element, generation: Int)? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { consumer in
                var next: (Element, Int)?
                var waits = false
                let room = state.withLock { state -> Promise<Void>? in
                    guard state.consumer == nil else { fatalError("A sequence of messages is for one task.") }
                    // Checked inside the lock: a cancellation comes before this or finds the consumer.
                    if Task.isCancelled { return nil }
                    if let (element, room) = state.pop() {
                        next = (element, state.generation)
                        return room
                    }
                    waits = !state.isClosed
                    if waits { state.consumer = consumer }
                    return nil
                }
                room?.fulfill(with: .success(()))
                if !waits { consumer.resume(returning: next) }
            }
        } onCancel: {
            state.withLock { $0.consumer.take() }?.resume(returning: nil)
        }
    }

    /// Removes all elements, those that wait for room and those on their way to the consumer included.
    package func removeAll() {
        var overflow = state.withLock { state in
            state.generation += 1
            state.elements = Queue()
            defer { state.overflow = Queue() }
            return state.overflow
        }
        while let (_, room) = overflow.popFirst() { room.fulfill(with: .success(())) }
    }

    /// Closes the queue for new elements; those that are in it or wait for room can still be consumed, unless they are drained.
    ///
    /// - Parameter drain: Called with each remaining element, in order.
    package func close(draining drain: ((Element) -> Void)? = nil) {
        var (consumer, rooms, remaining) = state.withLock { state in
            state.isClosed = true
            var rooms: [Promise<Void>] = []
            while let (element, room) = state.overflow.popFirst() {
                state.elements.append(element)
                rooms.append(room)
            }
            defer { if drain != nil { state.elements = Queue() } }
            return (state.consumer.take(), rooms, state.elements)
        }
        consumer?.resume(returning: nil)
        for room in rooms { room.fulfill(with: .success(())) }
        if let drain { while let element = remaining.popFirst() { drain(element) } }
    }
}

/// The back pressure of one or more queues.
package struct Stalls: Equatable, Sendable {
    /// True while an element waits for room.
    package let isStalled: Bool
    /// The number of elements that have had to wait for room so far.
    package let count: Int

    package init(isStalled: Bool, count: Int) {
        self.isStalled = isStalled
        self.count = count
    }

    package static let none = Stalls(isStalled: false, count: 0)

    package static func + (left: Stalls, right: Stalls) -> Stalls {
        Stalls(isStalled: left.isStalled || right.isStalled, count: left.count + right.count)
    }
}
