import Synchronization

/// A bounded queue for one consumer: whoever puts something in waits for room.
///
/// A mailbox has an age, which ``empty(age:)`` changes: what belongs to another age is not let in, so that nothing turns
/// up late that was on its way while everything was thrown away.
package final class Mailbox<Element: Sendable>: Sendable {
    /// What became of an element.
    package enum Answer {
        case isIn
        /// Nothing is let in any more.
        case isClosed
        /// The element is of another age.
        case isStale
    }

    private typealias Producer = CheckedContinuation<Answer, Never>
    private typealias Consumer = CheckedContinuation<(element: Element, age: Int)?, Never>

    private struct State {
        var age: Int
        var isClosed = false
        /// What is in; the first of them have been taken already.
        var elements: [Element] = []
        var taken = 0
        var consumer: Consumer?
        /// Who waits for room, with what.
        var held: [(element: Element, producer: Producer)] = []
        var holdUps = 0

        var count: Int { elements.count - taken }

        /// Puts an element in, unless there is a consumer who waits for it.
        mutating func add(_ element: Element) -> Consumer? {
            if consumer == nil { elements.append(element) }
            return consumer.take()
        }

        mutating func takeFirst() -> Element {
            defer {
                taken += 1
                // Rarely, so that an element is moved once at most.
                if taken * 2 >= elements.count {
                    elements.removeFirst(taken)
                    taken = 0
                }
            }
            return elements[taken]
        }

        mutating func removeHeld() -> [Producer] {
            defer { held = [] }
            return held.map(\.producer)
        }
    }

    private let limit: Int
    private let state: Mutex<State>

    /// Makes a mailbox that holds `limit` elements, at least 1.
    package init(limit: Int, age: Int = 0) {
        self.limit = limit
        state = Mutex(State(age: age))
    }

    /// Whether somebody waits for room now, and how often somebody has had to.
    package var holdUps: (isNow: Bool, count: Int) { state.withLock { (!$0.held.isEmpty, $0.holdUps) } }

    /// Puts an element in, and waits for room before that.
    package func put(_ element: Element, age: Int = 0) async -> Answer {
        await withCheckedContinuation { producer in
            var answer: Answer?
            let consumer = state.withLock { state -> Consumer? in
                guard age == state.age, !state.isClosed else {
                    answer = age == state.age ? .isClosed : .isStale
                    return nil
                }
                if state.consumer == nil, state.count >= limit {
                    state.held.append((element, producer))
                    state.holdUps += 1
                    return nil
                }
                answer = .isIn
                return state.add(element)
            }
            consumer?.resume(returning: (element, age))
            if let answer { producer.resume(returning: answer) }
        }
    }

    /// Puts an element in at once, even where there is no room.
    package func force(_ element: Element, age: Int) {
        let consumer = state.withLock { state -> Consumer? in
            guard !state.isClosed, age == state.age else { return nil }
            return state.add(element)
        }
        consumer?.resume(returning: (element, age))
    }

    /// Waits for the next element; there is none when the mailbox is closed and empty, or the task is cancelled.
    package func take() async -> Element? {
        while let (element, age) = await takeOne() {
            // Everything may have been thrown away while this was on its way.
            if state.withLock({ $0.age == age }) { return element }
        }
        return nil
    }

    private func takeOne() async -> (element: Element, age: Int)? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { consumer in
                var next: (Element, Int)?
                var waits = false
                let producer = state.withLock { state -> Producer? in
                    guard state.consumer == nil else { fatalError("A sequence of messages is for one task.") }
                    if state.count > 0 {
                        next = (state.takeFirst(), state.age)
                        guard !state.held.isEmpty else { return nil }
                        let (element, producer) = state.held.removeFirst()
                        state.elements.append(element)
                        return producer
                    }
                    // Asked inside the lock: a cancellation comes before this, or finds the consumer.
                    waits = !state.isClosed && !Task.isCancelled
                    if waits { state.consumer = consumer }
                    return nil
                }
                producer?.resume(returning: .isIn)
                if !waits { consumer.resume(returning: next) }
            }
        } onCancel: {
            state.withLock { $0.consumer.take() }?.resume(returning: nil)
        }
    }

    /// Throws away what is in and what waits for room; only what is of the new age is let in from now on.
    package func empty(age: Int) {
        let producers = state.withLock { state in
            state.age = age
            state.elements = []
            state.taken = 0
            return state.removeHeld()
        }
        for producer in producers { producer.resume(returning: .isStale) }
    }

    /// Lets nothing in any more; what is in may still be taken, unless it is passed on.
    ///
    /// - Parameter passOn: Called with each element that is in, or waits for room, which then counts as in.
    package func close(passingOn passOn: ((Element) -> Void)? = nil) {
        let (consumer, producers) = state.withLock { state in
            state.isClosed = true
            if let passOn {
                while state.count > 0 { passOn(state.takeFirst()) }
                for (element, _) in state.held { passOn(element) }
            }
            return (state.consumer.take(), state.removeHeld())
        }
        consumer?.resume(returning: nil)
        for producer in producers { producer.resume(returning: passOn == nil ? .isClosed : .isIn) }
    }
}
