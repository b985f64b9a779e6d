/// A first-in, first-out queue that appends and removes in constant time on average and retains no removed element.
package struct Queue<Element> {
    /// The slots before `head` are empty; all others are full.
    private var slots: [Element?] = []
    private var head = 0

    package init() {}

    package var count: Int { slots.count - head }
    package var isEmpty: Bool { count == 0 }
    package var first: Element? { isEmpty ? nil : slots[head] }
    package var last: Element? { isEmpty ? nil : slots[slots.count - 1] }

    package mutating func append(_ element: Element) { slots.append(element) }

    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = slots[head].take()
        head += 1
        // Half of the slots are empty by then, so an element is moved once on average.
        if head * 2 >= slots.count {
            slots.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Puts an element in the place of the last one; the queue must not be empty.
    package mutating func replaceLast(with element: Element) { slots[slots.count - 1] = element }

    package mutating func popLast() -> Element? { isEmpty ? nil : slots.removeLast() }
}

extension Queue: Sendable where Element: Sendable {}
