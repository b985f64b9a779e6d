/// What comes in first goes out first, in constant time on average, and is kept no longer than that.
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
        // Rarely, so that an element is moved once at most.
        if head * 2 >= slots.count {
            slots.removeFirst(head)
            head = 0
        }
        return element
    }

    package mutating func popLast() -> Element? { isEmpty ? nil : slots.removeLast() }
}

extension Queue: Sendable where Element: Sendable {}
