import Synchronization

/// A bounded queue for one consumer. When it is full, producers wait, or its oldest elements are dropped.
///
/// It is full if one more element would exceed the greatest number of elements, or their greatest total size.
///
/// An element may be an update. An update makes the previous update obsolete, and its producer does not wait. In a full
/// queue, an update replaces the last element if that is an update, too; otherwise it is appended beyond the limit.
// Usable from inline code for the same reason as ``Queue``.
@usableFromInline package final class BoundedQueue<Element: Sendable>: Sendable {
    @usableFromInline typealias Consumer = CheckedContinuation<(element: Element, generation: Int)?, Never>

    @usableFromInline struct State: Sendable {
        /// The number of calls of `removeAll()`; when it changes, an element on its way to the consumer is dropped.
        @usableFromInline var generation = 0
        @usableFromInline var isClosed = false
        @usableFromInline var elements = Queue<Element>()
        /// The total size of the elements.
        @usableFromInline var size = 0
        @usableFromInline var consumer: Consumer?
        /// Elements beyond the limit, in order. The promise is fulfilled when there is room; it is `nil` for updates.
        @usableFromInline var overflow = Queue<(element: Element, room: Promise<Void>?)>()
        @usableFromInline var stalls = 0

        init() {}
    }

    @usableFromInline let limits: QueueLimits<Element>
    @usableFromInline let dropsOldest: Bool
    @usableFromInline let isUpdate: @Sendable (Element) -> Bool
    @usableFromInline let state = Mutex(State())

    /// Creates a queue with room for at least one element.
    ///
    /// - Parameters:
    ///   - limits: The greatest number of elements, and their greatest total size.
    ///   - dropsOldest: If true, the oldest elements are dropped when there is no room, and no producer waits.
    ///   - isUpdate: Returns true for elements that are updates.
    package init(
        limits: QueueLimits<Element>, dropsOldest: Bool = false,
        isUpdate: @escaping @Sendable (Element) -> Bool = { _ in false }
    ) {
        self.limits = limits
        self.dropsOldest = dropsOldest
        self.isUpdate = isUpdate
    }

    /// Creates a queue with a limit for the number of elements, but not for their total size.
    package convenience init(
        limit: Int, dropsOldest: Bool = false, isUpdate: @escaping @Sendable (Element) -> Bool = { _ in false }
    ) {
        self.init(limits: QueueLimits(count: limit), dropsOldest: dropsOldest, isUpdate: isUpdate)
    }

    /// The current stall, if an element waits for room, and the number of elements that have waited.
    package var stalls: Stalls {
        state.withLock { Stalls(isStalled: !$0.overflow.isEmpty, count: $0.stalls) }
    }

    /// Appends an element. If the queue is closed, this does nothing.
    ///
    /// - Returns: A promise that is fulfilled when there is room for the element; `nil` if the producer need not wait.
    @inlinable @discardableResult package func append(_ element: Element) -> Promise<Void>? {
        var room: Promise<Void>?
        let consumer = state.withLock { state -> (Consumer, generation: Int)? in
            if state.isClosed { return nil }
            if let consumer = state.consumer.take() { return (consumer, state.generation) }
            if state.overflow.isEmpty, hasRoom(for: element, in: state) {
                add(element, to: &state)
            } else if isUpdate(element) {
                append(element, asUpdateTo: &state)
            } else if dropsOldest {
                while !hasRoom(for: element, in: state), removeFirst(from: &state) != nil {}
                add(element, to: &state)
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

    @inlinable func append(_ update: Element, asUpdateTo state: inout State) {
        if let last = state.overflow.last {
            if isUpdate(last.element) {
                state.overflow.replaceLast(with: (update, nil))
            } else {
                state.overflow.append((update, nil))
            }
        } else if let last = state.elements.last, isUpdate(last) {
            state.elements.replaceLast(with: update)
        } else {
            if dropsOldest { _ = removeFirst(from: &state) }
            add(update, to: &state)
        }
    }

    @inlinable func hasRoom(for element: Element, in state: State) -> Bool {
        state.elements.count < limits.count && fits(element, into: state)
    }

    /// Returns true if the element's size fits. An element larger than the limit fits only into an empty queue.
    @inlinable func fits(_ element: Element, into state: State) -> Bool {
        state.size == 0 || limits.size(element) <= limits.totalSize - state.size
    }

    @inlinable func add(_ element: Element, to state: inout State) {
        state.elements.append(element)
        state.size += limits.size(element)
    }

    @inlinable func removeFirst(from state: inout State) -> Element? {
        guard let element = state.elements.popFirst() else { return nil }
        state.size -= limits.size(element)
        return element
    }

    /// Removes the first element, and moves elements from the overflow into the queue as far as there is room.
    @inlinable func pop(from state: inout State) -> (element: Element, rooms: [Promise<Void>])? {
        guard let element = removeFirst(from: &state) else { return nil }
        var rooms: [Promise<Void>] = []
        // An update waits for its turn, not for room. If the count is exceeded, each removed element admits one.
        while let (next, room) = state.overflow.first,
            room == nil || (rooms.isEmpty ? fits(next, into: state) : hasRoom(for: next, in: state))
        {
            _ = state.overflow.popFirst()
            add(next, to: &state)
            if let room { rooms.append(room) }
        }
        return (element, rooms)
    }

    /// Appends an element, and waits until there is room for it, or the task is cancelled.
    @inlinable package func send(_ element: Element) async { try? await append(element)?.value }

    /// Waits for the next element; returns `nil` when the queue is closed and empty, or the task is cancelled.
    @inlinable package func next() async -> Element? {
        while let (element, generation) = await nextOfAnyGeneration() {
            if isUpdate(element) || state.withLock({ $0.generation == generation }) { return element }
        }
        return nil
    }

    @inlinable func nextOfAnyGeneration() async -> (element: Element, generation: Int)? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { consumer in
                var next: (Element, Int)?
                var waits = false
                let rooms = state.withLock { state -> [Promise<Void>] in
                    guard state.consumer == nil else { fatalError("A sequence of messages is for one task.") }
                    // Checked inside the lock: a cancellation either comes before this check, or finds the consumer.
                    if Task.isCancelled { return [] }
                    if let (element, rooms) = pop(from: &state) {
                        next = (element, state.generation)
                        return rooms
                    }
                    waits = !state.isClosed
                    if waits { state.consumer = consumer }
                    return []
                }
                for room in rooms { room.fulfill(with: .success(())) }
                if !waits { consumer.resume(returning: next) }
            }
        } onCancel: {
            state.withLock { $0.consumer.take() }?.resume(returning: nil)
        }
    }

    /// Removes all elements except updates, even elements that wait for room or are on their way to the consumer.
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
            state.size = 0
            return rooms
        }
        for room in rooms { room.fulfill(with: .success(())) }
    }

    /// Closes the queue for new elements, and lets all producers continue.
    ///
    /// `drain` gets the remaining elements, in order. Without `drain`, they can still be consumed.
    package func close(draining drain: ((Element) -> Void)? = nil) {
        var (consumer, rooms, remaining) = state.withLock { state in
            state.isClosed = true
            var rooms: [Promise<Void>] = []
            while let (element, room) = state.overflow.popFirst() {
                add(element, to: &state)
                if let room { rooms.append(room) }
            }
            defer { if drain != nil { (state.elements, state.size) = (Queue(), 0) } }
            return (state.consumer.take(), rooms, state.elements)
        }
        consumer?.resume(returning: nil)
        for room in rooms { room.fulfill(with: .success(())) }
        if let drain { while let element = remaining.popFirst() { drain(element) } }
    }
}

/// The stalls of one or more queues: a queue stalls while a producer waits for room.
package struct Stalls: Equatable, Sendable {
    /// True while an element waits for room, in any of the queues.
    package let isStalled: Bool
    /// The number of elements that have waited for room so far.
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

/// The limits of the elements in a bounded queue.
@usableFromInline package struct QueueLimits<Element>: Sendable {
    @usableFromInline let count: Int
    /// The greatest total size of the elements. A single element may be larger.
    @usableFromInline let totalSize: Int
    /// Returns the size of an element, which is zero for an update.
    @usableFromInline let size: @Sendable (Element) -> Int

    package init(
        count: Int, totalSize: Int = .max, size: @escaping @Sendable (Element) -> Int = { _ in 0 }
    ) {
        self.count = count
        self.totalSize = totalSize
        self.size = size
    }
}
