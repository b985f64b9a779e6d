import Synchronization

/// A bounded queue for one consumer, whose producers wait when it is full or whose oldest elements are dropped then.
///
/// Some elements may be updates, each of which makes the one before it obsolete. An update does not wait: when the queue is
/// full, it replaces the last element if that is an update, too, and is appended beyond the limit otherwise.
package final class BoundedQueue<Element: Sendable>: Sendable {
    private typealias Consumer = CheckedContinuation<(element: Element, generation: Int)?, Never>

    private struct State {
        /// Counts calls of `removeAll()`: an element of an earlier generation that is on its way to the consumer is dropped.
        var generation = 0
        var isClosed = false
        var elements = Queue<Element>()
        var consumer: Consumer?
        /// Elements beyond the limit, each with the promise that its producer waits for, and updates behind them.
        var overflow = Queue<(element: Element, room: Promise<Void>?)>()
        var stalls = 0

        /// Removes the first element, and moves the first one beyond the limit into its place.
        mutating func pop() -> (element: Element, room: Promise<Void>?)? {
            guard let element = elements.popFirst() else { return nil }
            guard let (next, room) = overflow.popFirst() else { return (element, nil) }
            elements.append(next)
            // An update does not wait for room, so the first one beyond the limit is none.
            while let next = overflow.first, next.room == nil {
                _ = overflow.popFirst()
                elements.append(next.element)
            }
            return (element, room)
        }
    }

    private let limit: Int
    private let dropsOldest: Bool
    private let isUpdate: @Sendable (Element) -> Bool
    private let state = Mutex(State())

    /// Creates a queue with room for `limit` elements, at least 1.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of elements.
    ///   - dropsOldest: If true, the oldest element is dropped when there is no room, and no producer waits.
    ///   - isUpdate: Returns true for elements that are updates.
    package init(
        limit: Int, dropsOldest: Bool = false, isUpdate: @escaping @Sendable (Element) -> Bool = { _ in false }
    ) {
        self.limit = limit
        self.dropsOldest = dropsOldest
        self.isUpdate = isUpdate
    }

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
            } else if isUpdate(element) {
                append(element, asUpdateTo: &state)
            } else if dropsOldest {
                _ = state.elements.popFirst()
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

    private func append(_ update: Element, asUpdateTo state: inout State) {
        if let last = state.overflow.last {
            if isUpdate(last.element) {
                state.overflow.replaceLast(with: (update, nil))
            } else {
                state.overflow.append((update, nil))
            }
        } else if let last = state.elements.last, isUpdate(last) {
            state.elements.replaceLast(with: update)
        } else {
            if dropsOldest { _ = state.elements.popFirst() }
            state.elements.append(update)
        }
    }

    /// Appends an element, and waits until there is room for it or the task is cancelled.
    package func send(_ element: Element) async { try? await append(element)?.value }

    /// Waits for the next element; returns `nil` when the queue is closed and empty, or the task is cancelled.
    package func next() async -> Element? {
        while let (element, generation) = await nextOfAnyGeneration() {
            if isUpdate(element) || state.withLock({ $0.generation == generation }) { return element }
        }
        return nil
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

    /// Removes all elements but updates, those that wait for room and those on their way to the consumer included.
    package func removeAll() {
        let rooms = state.withLock { state in
            state.generation += 1
            var updates = Queue<Element>()
            var rooms: [Promise<Void>] = []
            while let element = state.elements.popFirst() {
                if isUpdate(element) { updates.append(element) }
            }
            while let (element, room) = state.overflow.popFirst() {
                if let room { rooms.append(room) } else { updates.append(element) }
            }
            state.elements = updates
            return rooms
        }
        for room in rooms { room.fulfill(with: .success(())) }
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
                if let room { rooms.append(room) }
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
