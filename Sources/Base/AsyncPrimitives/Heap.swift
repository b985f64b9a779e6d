/// A collection that gives access to its least element in constant time.
///
/// Source: a binary heap, J. W. J. Williams, “Algorithm 232: Heapsort”, Communications of the ACM 7 (6), 1964.
package struct Heap<Element: Comparable> {
    /// Each element is at least as great as its parent. The parent of index *i* is at (*i* - 1) / 2.
    private var elements: [Element]

    /// Creates a heap in O(*n* log *n*).
    package init(_ elements: [Element] = []) {
        self.elements = elements.sorted()  // A sorted array is a heap.
    }

    package var count: Int { elements.count }
    package var first: Element? { elements.first }

    /// Adds an element in O(log *n*).
    package mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, case let parent = (child - 1) / 2, elements[child] < elements[parent] {
            elements.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes the least element in O(log *n*).
    package mutating func popFirst() -> Element? {
        guard !elements.isEmpty else { return nil }
        elements.swapAt(0, elements.count - 1)
        let first = elements.removeLast()
        var parent = 0
        while case let child = lesserChild(of: parent), child < elements.count, elements[child] < elements[parent] {
            elements.swapAt(child, parent)
            parent = child
        }
        return first
    }

    /// Removes the elements that meet a condition, in O(*n* log *n*).
    package mutating func removeAll(where condition: (Element) -> Bool) {
        self = Heap(elements.filter { !condition($0) })
    }

    private func lesserChild(of parent: Int) -> Int {
        let left = 2 * parent + 1, right = left + 1
        return right < elements.count && elements[right] < elements[left] ? right : left
    }
}

extension Heap: Sendable where Element: Sendable {}

/// The end times of timers, with the timers' IDs. The earliest time is found in constant time.
struct TimeHeap {
    struct Element: Comparable {
        let end: AnyClock.Instant
        let id: Int

        static func < (left: Element, right: Element) -> Bool { left.end < right.end }
    }

    private var elements = Heap<Element>()
    /// The number of cancellations since unneeded elements were last removed. At least this many are unneeded.
    private var cancelled = 0

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func insert(_ end: AnyClock.Instant, _ id: Int) { elements.insert(Element(end: end, id: id)) }

    mutating func removeFirst() { _ = elements.popFirst() }

    /// Counts a cancelled element. When more than half of the elements may be unneeded, removes the unneeded ones.
    mutating func noteCancelled(isNeeded: (_ id: Int) -> Bool) {
        cancelled += 1
        guard cancelled > 32, cancelled > elements.count / 2 else { return }
        elements.removeAll { !isNeeded($0.id) }
        cancelled = 0
    }
}
