/// The limits of what waits in a bounded queue.
@usableFromInline package struct QueueLimits<Element>: Sendable {
    /// The greatest number of elements.
    @usableFromInline let count: Int
    /// The greatest size of all elements together; a single element may be larger.
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
