/// A stack of objects that are moved in and out, and never copied, with room for a second one at its other end.
///
/// A context's superstates are on the first, root first, and those that a transition has still to enter on the second, the
/// outermost on top. To enter one is to move it from one end to the other. A list of observers needs the first alone.
@usableFromInline struct Stack<Element: AnyObject>: ~Copyable {
    // Sound: `base` has room for `capacity` elements, of which those below `size` and those from `next` on are
    // initialised. It is private to this stack, which cannot be copied.
    @usableFromInline var base: UnsafeMutablePointer<Element>?
    @usableFromInline var capacity: UInt32 = 0, size: UInt32 = 0, next: UInt32 = 0

    @inlinable init() {}

    @inlinable deinit {
        base?.deinitialize(count: count)
        if let base { (base + Int(next)).deinitialize(count: waitingCount) }
        base?.deallocate()
    }

    @inlinable var count: Int { @inline(__always) get { Int(size) } }
    @inlinable var waitingCount: Int { @inline(__always) get { Int(capacity &- next) } }
    @inlinable var isFull: Bool { @inline(__always) get { size == next } }

    // Sound for `index` in 0 ..< count, and for `topWaiting` where something waits: there `base` is not nil.
    @inlinable subscript(index: Int) -> Unmanaged<Element> {
        @inline(__always) get { .passUnretained(base.unsafelyUnwrapped[index]) }
    }

    @inlinable @inline(__always) mutating func push(_ element: consuming Element) {
        if isFull { grow() }
        (base.unsafelyUnwrapped + count).initialize(to: element)
        size &+= 1
    }

    @inlinable @inline(__always) mutating func pop() -> Element? {
        guard size > 0 else { return nil }
        size &-= 1
        return (base.unsafelyUnwrapped + count).move()
    }

    // MARK: The other end

    /// The index of the one that waits on top, if one does.
    @inlinable var topWaiting: Int { @inline(__always) get { Int(next) } }

    @inlinable @inline(__always) mutating func pushWaiting(_ element: consuming Element) {
        if isFull { grow() }
        next &-= 1
        (base.unsafelyUnwrapped + Int(next)).initialize(to: element)
    }

    @inlinable @inline(__always) mutating func popWaiting() -> Element? {
        guard next < capacity else { return nil }
        next &+= 1
        return (base.unsafelyUnwrapped + Int(next &- 1)).move()
    }

    @inlinable @inline(never) mutating func grow() {
        let larger = capacity * 2 + 4
        let new = UnsafeMutablePointer<Element>.allocate(capacity: Int(larger))
        if let base {
            new.moveInitialize(from: base, count: count)
            (new + (Int(larger) - waitingCount)).moveInitialize(from: base + Int(next), count: waitingCount)
            base.deallocate()
        }
        (base, next, capacity) = (new, larger &- (capacity &- next), larger)
    }
}
