import Synchronization

/// A bounded queue for one consumer: whoever puts something in waits for room.
package final class Mailbox<Element: Sendable>: Sendable {
    private typealias Consumer = CheckedContinuation<(element: Element, age: Int)?, Never>

    private struct State {
        /// Counts how often everything was thrown away, for what is on its way to the consumer then.
        var age = 0
        var isClosed = false
        var elements = Queue<Element>()
        var consumer: Consumer?
        /// What there is no room for, and who waits for some.
        var held = Queue<(element: Element, room: Promise<Void>)>()
        var holdUps = 0

        /// Takes the first element out, and lets one in that waited for room.
        mutating func pop() -> (element: Element, room: Promise<Void>?)? {
            guard let element = elements.popFirst() else { return nil }
            guard let (next, room) = held.popFirst() else { return (element, nil) }
            elements.append(next)
            return (element, room)
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Makes a mailbox that has room for `limit` elements, at least 1.
    package init(limit: Int) { self.limit = limit }

    /// Whether something waits for room now, and how often something has had to.
    package var holdUps: (isNow: Bool, count: Int) { state.withLock { (!$0.held.isEmpty, $0.holdUps) } }

    /// Puts an element in behind all others, unless the mailbox is closed.
    ///
    /// - Returns: What is kept when there is room for it; `nil` if there is.
    @discardableResult package func add(_ element: Element) -> Promise<Void>? {
        var room: Promise<Void>?
        let consumer = state.withLock { state -> (Consumer, age: Int)? in
            if state.isClosed { return nil }
            if let consumer = state.consumer.take() { return (consumer, state.age) }
            if state.elements.count < limit {
                state.elements.append(element)
            } else {
                let promise = Promise<Void>()
                state.held.append((element, promise))
                state.holdUps += 1
                room = promise
            }
            return nil
        }
        if let (consumer, age) = consumer { consumer.resume(returning: (element, age)) }
        return room
    }

    /// Puts an element in, and waits until there is room for it, or the task is cancelled.
    package func put(_ element: Element) async { try? await add(element)?.value }

    /// Waits for the next element; there is none when the mailbox is closed and empty, or the task is cancelled.
    package func take() async -> Element? {
        while let (element, age) = await takeOne() {
            // Everything may have been thrown away while this was on its way.
            if state.withLock({ $0.age == age }) { return element }
        }
        return nil
    }

    /// Takes the next element, if it is there.
    package func takeNow() -> Element? {
        let next = state.withLock { $0.pop() }
        next?.room?.keep(.success(()))
        return next?.element
    }

    private func takeOne() async -> (element: Element, age: Int)? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { consumer in
                var next: (Element, Int)?
                var waits = false
                let room = state.withLock { state -> Promise<Void>? in
                    guard state.consumer == nil else { fatalError("A sequence of messages is for one task.") }
                    // Asked inside the lock: a cancellation comes before this, or finds the consumer.
                    if Task.isCancelled { return nil }
                    if let (element, room) = state.pop() {
                        next = (element, state.age)
                        return room
                    }
                    waits = !state.isClosed
                    if waits { state.consumer = consumer }
                    return nil
                }
                room?.keep(.success(()))
                if !waits { consumer.resume(returning: next) }
            }
        } onCancel: {
            state.withLock { $0.consumer.take() }?.resume(returning: nil)
        }
    }

    /// Throws away what is in, what waits for room, and what is on its way to the consumer.
    package func empty() {
        var held = state.withLock { state in
            state.age += 1
            state.elements = Queue()
            defer { state.held = Queue() }
            return state.held
        }
        while let (_, room) = held.popFirst() { room.keep(.success(())) }
    }

    /// Lets nothing in any more; what is in, or waits for room, may still be taken, unless it is passed on.
    ///
    /// - Parameter passOn: Called with each element that is left.
    package func close(passingOn passOn: ((Element) -> Void)? = nil) {
        var (consumer, rooms, left) = state.withLock { state in
            state.isClosed = true
            var rooms: [Promise<Void>] = []
            while let (element, room) = state.held.popFirst() {
                state.elements.append(element)
                rooms.append(room)
            }
            defer { if passOn != nil { state.elements = Queue() } }
            return (state.consumer.take(), rooms, state.elements)
        }
        consumer?.resume(returning: nil)
        for room in rooms { room.keep(.success(())) }
        if let passOn { while let element = left.popFirst() { passOn(element) } }
    }
}
