/// The superstates of a context's current leaf, root first, and those that a transition has still to enter.
///
/// Both lie in one buffer: the superstates at its beginning, those to enter at its end, the outermost of them first. To
/// enter a superstate is to move it to the other side of the gap. Objects are moved in and out, and never copied. A
/// *depth* is an index into the superstates; the leaf itself, which is not here, lies one deeper than the last.
@usableFromInline struct StatePath<S: AnyObject>: ~Copyable {
    // Sound: `base` has room for `capacity` objects, of which those below `count` and those from `next` on are
    // initialised. It is private to this path, which cannot be copied.
    @usableFromInline var base: UnsafeMutablePointer<S>? = nil
    @usableFromInline var capacity: UInt32 = 0
    /// The number of superstates.
    @usableFromInline var count: UInt32 = 0
    /// The index of the outermost superstate that is to be entered; `capacity` when there is none.
    @usableFromInline var next: UInt32 = 0

    @inlinable init() {}

    @inlinable deinit {
        guard let base else { return }
        base.deinitialize(count: depth)
        (base + Int(next)).deinitialize(count: pendingCount)
        base.deallocate()
    }

    /// The depth of the leaf: the number of its superstates.
    @inlinable var depth: Int { @inline(__always) get { Int(count) } }
    @inlinable var pendingCount: Int { @inline(__always) get { Int(capacity &- next) } }
    @inlinable var isFull: Bool { @inline(__always) get { count == next } }

    // Sound for a depth in 0 ..< count, where `base` is not nil.
    @inlinable subscript(depth: Int) -> Unmanaged<S> {
        @inline(__always) get { .passUnretained(base.unsafelyUnwrapped[depth]) }
    }

    // MARK: Superstates

    @inlinable @inline(__always) mutating func push(_ superstate: consuming S) {
        if isFull { grow() }
        (base.unsafelyUnwrapped + depth).initialize(to: superstate)
        count &+= 1
    }

    @inlinable @inline(__always) mutating func drop(downTo depth: Int) {
        while self.depth > depth {
            count &-= 1
            _ = (base.unsafelyUnwrapped + self.depth).move()
        }
    }

    // MARK: Superstates to enter

    /// The outermost superstate that is still to be entered.
    // Sound where there is one.
    @inlinable var nextToEnter: Unmanaged<S> {
        @inline(__always) get { .passUnretained(base.unsafelyUnwrapped[Int(next)]) }
    }

    /// Adds a superstate outside all those that are to be entered.
    @inlinable @inline(__always) mutating func addToEnter(_ superstate: consuming S) {
        if isFull { grow() }
        next &-= 1
        (base.unsafelyUnwrapped + Int(next)).initialize(to: superstate)
    }

    /// Drops the outermost superstate that is to be entered.
    @inlinable @inline(__always) mutating func skipNextToEnter() {
        _ = (base.unsafelyUnwrapped + Int(next)).move()
        next &+= 1
    }

    /// Makes the outermost superstate that is to be entered the innermost one of the path.
    ///
    /// - Returns: Whether there was one.
    @inlinable @inline(__always) mutating func enterNext() -> Bool {
        guard next < capacity else { return false }
        let base = base.unsafelyUnwrapped
        (base + depth).initialize(to: (base + Int(next)).move())
        next &+= 1
        count &+= 1
        return true
    }

    // MARK: Memory

    /// The greatest number of superstates; a path that needs more has no end. Twice as many fit into 16 bits.
    @inlinable static var limit: Int { 10_000 }

    @inlinable @inline(never) mutating func grow() {
        let larger = capacity * 2 + 4
        let new = UnsafeMutablePointer<S>.allocate(capacity: Int(larger))
        if let base {
            new.moveInitialize(from: base, count: depth)
            (new + (Int(larger) - pendingCount)).moveInitialize(from: base + Int(next), count: pendingCount)
            base.deallocate()
        }
        next = larger &- (capacity &- next)
        base = new
        capacity = larger
    }
}
