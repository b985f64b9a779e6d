/// The observers of a context, in the order in which they were added. They are moved in and out, and never copied.
@usableFromInline struct ObserverList<S: ContextState>: ~Copyable where S.Family == S {
    // Sound: `base` has room for `capacity` observers and its first `count` are initialised. It is private to this list,
    // which cannot be copied.
    @usableFromInline var base: UnsafeMutablePointer<Observer<S>>?
    @usableFromInline var capacity = 0
    @usableFromInline var count = 0

    @inlinable init() {}

    @inlinable deinit {
        base?.deinitialize(count: count)
        base?.deallocate()
    }

    @inlinable var isFull: Bool { count == capacity }

    // Sound for an index in 0 ..< count, where `base` is not nil.
    @inlinable subscript(index: Int) -> Unmanaged<Observer<S>> {
        @inline(__always) get { .passUnretained(base.unsafelyUnwrapped[index]) }
    }

    @inlinable mutating func append(_ observer: Observer<S>) {
        if isFull { grow() }
        (base.unsafelyUnwrapped + count).initialize(to: observer)
        count += 1
    }

    @inlinable @inline(never) mutating func grow() {
        let newCapacity = capacity * 2 + 4
        let larger = UnsafeMutablePointer<Observer<S>>.allocate(capacity: newCapacity)
        if let base {
            larger.moveInitialize(from: base, count: count)
            base.deallocate()
        }
        base = larger
        capacity = newCapacity
    }

    /// Moves the observers that are over out of the list.
    ///
    /// - Returns: These observers, to be released when the list is at rest.
    @inlinable mutating func removeEnded() -> ObserverList {
        var ended = ObserverList()
        guard let base else { return ended }
        var remaining = 0
        for index in 0..<count {
            let observer = (base + index).move()
            if observer.isOver {
                ended.append(observer)
            } else {
                (base + remaining).initialize(to: observer)
                remaining += 1
            }
        }
        count = remaining
        return ended
    }

    /// Cancels all observers, the latest first.
    @inlinable func cancelAll() {
        var index = count
        while index > 0 {
            index -= 1
            self[index]._withUnsafeGuaranteedRef { $0.cancel() }
        }
    }
}
