/// The parts of a context that many contexts never need, in memory of their own that is made when it is first needed.
@usableFromInline struct Extras<S: ContextState>: ~Copyable where S.Family == S {
    @usableFromInline var agenda = Agenda<S>()
    @usableFromInline var observers = ObserverList<S>()
    /// The reason that a state has left, and is about to refuse a request for.
    @usableFromInline var reason: Context<S>.Reason?
    /// The reason of the latest refusal, and of the latest one that was the outcome of an outermost call.
    @usableFromInline var latestReason: Context<S>.Reason?, lastRefusal: Context<S>.Reason?

    /// Set while follow-ups run: the outcome of the outermost call, with the reason of a refusal, is fixed.
    @usableFromInline var isCompleting = false

    @inlinable init() {}

    /// Moves the reason that a state has left, if it has, to where those who want to know find it.
    @usableFromInline mutating func takeReason() {
        latestReason = reason.take()
        if !isCompleting { lastRefusal = latestReason }
    }
}

extension Context {
    /// The extras, which are made now if they are not there yet.
    @inlinable final var madeExtras: UnsafeMutablePointer<Extras<S>> {
        if let extras { return extras }
        let made = UnsafeMutablePointer<Extras<S>>.allocate(capacity: 1)
        made.initialize(to: Extras())
        extras = made
        return made
    }

    @inlinable final var observerCount: Int { @inline(__always) get { extras?.pointee.observers.all.count ?? 0 } }
}
