/// Times with the IDs of the timers that they belong to; the earliest is found at once.
///
/// Source: a binary heap, J. W. J. Williams, “Algorithm 232: Heapsort”, Communications of the ACM 7 (6), 1964.
struct TimeHeap {
    typealias Element = (end: AnyClock.Instant, id: Int)

    /// No element comes before its parent, which is the one at half its index.
    private var elements: [Element] = []
    /// The number of elements that are not needed any more, or more than that.
    private var cancelled = 0

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func insert(_ end: AnyClock.Instant, _ id: Int) {
        elements.append((end, id))
        var child = elements.count - 1
        while child > 0, case let parent = (child - 1) / 2, elements[child].end < elements[parent].end {
            elements.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() {
        elements.swapAt(0, elements.count - 1)
        elements.removeLast()
        var parent = 0
        while case let child = earlierChild(of: parent), child < elements.count,
            elements[child].end < elements[parent].end
        {
            elements.swapAt(child, parent)
            parent = child
        }
    }

    /// Notes that an element is not needed any more; when these are more than the others, all of them are removed.
    mutating func noteCancelled(isNeeded: (_ id: Int) -> Bool) {
        cancelled += 1
        guard cancelled > 32, cancelled > elements.count / 2 else { return }
        // What is sorted is a heap.
        elements = elements.filter { isNeeded($0.id) }.sorted { $0.end < $1.end }
        cancelled = 0
    }

    private func earlierChild(of parent: Int) -> Int {
        let left = 2 * parent + 1, right = left + 1
        return right < elements.count && elements[right].end < elements[left].end ? right : left
    }
}
