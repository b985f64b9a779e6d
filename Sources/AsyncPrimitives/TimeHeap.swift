/// Times with the IDs of the timers that they belong to; the earliest is found at once.
struct TimeHeap {
    struct Element: Comparable {
        let end: AnyClock.Instant
        let id: Int

        static func < (left: Element, right: Element) -> Bool { left.end < right.end }
    }

    private var elements = Heap<Element>()
    /// The number of elements that are not needed any more, or more than that.
    private var cancelled = 0

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func insert(_ end: AnyClock.Instant, _ id: Int) { elements.insert(Element(end: end, id: id)) }

    mutating func removeFirst() { _ = elements.popFirst() }

    /// Notes that an element is not needed any more; when these are more than the others, all of them are removed.
    mutating func noteCancelled(isNeeded: (_ id: Int) -> Bool) {
        cancelled += 1
        guard cancelled > 32, cancelled > elements.count / 2 else { return }
        elements.removeAll { !isNeeded($0.id) }
        cancelled = 0
    }
}
