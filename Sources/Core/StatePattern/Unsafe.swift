// All unsafe or unchecked code of the core, with reasons why it is sound, except for `Context.core`, which must be
// declared in its class. The other files are plain Swift.
// A handwritten State pattern spends most of its time on counting references and on checks of exclusive access. A
// context calls its states and observers without retaining them, and accesses to its storage are not checked.

/// Heap storage for a value that only some contexts need.
@usableFromInline final class Part<Value> {
    // Sound for the same reason as `Context.core`.
    @exclusivity(unchecked) @usableFromInline final var value: Value
    @inlinable init(_ value: consuming Value) { self.value = value }
}

/// The observations of a context, in the order in which they were added.
@usableFromInline final class ObserverList<S: ContextState> where S.Family == S {
    // Sound for the same reason as `Context.core`.
    @exclusivity(unchecked) @usableFromInline final var elements: [Observation<S>] = []
    @inlinable init() {}
    // Clients may still hold the tokens; ending their observations frees the closures.
    @inlinable deinit { for observation in elements { observation.end() } }
}

/// An observation: an element of a context's list, and its token.
@usableFromInline final class Observation<S: ContextState>: ObservationToken where S.Family == S {
    #if !hasFeature(Embedded)
    /// The list, which only the context holds strongly; `nil` once the context is gone.
    private weak var list: ObserverList<S>?
    #endif
    // Sound for the same reason. The context may be freed on another thread while its tokens are used. So a token holds
    // the list while it uses these fields, and the list uses them in its own `deinit`, when no token can hold it any
    // more.
    /// The closures; `nil` when the observation has ended.
    @exclusivity(unchecked) @usableFromInline final private(set) var listener: Listener<S>?
    @exclusivity(unchecked) @usableFromInline final var isCalled = false
    /// Set when the observation ends while its closures are called.
    @exclusivity(unchecked) @usableFromInline final private(set) var isEnded = false

    @usableFromInline init(in list: ObserverList<S>, _ listener: Listener<S>) {
        self.listener = listener
        #if !hasFeature(Embedded)
        self.list = list
        #endif
    }

    @usableFromInline override func cancel() {
        #if hasFeature(Embedded)
        // Without weak references, the last reference to a context must be dropped where the context is isolated.
        end()
        #else
        guard let list else { return }
        withExtendedLifetime(list) { end() }
        #endif
    }

    /// Ends the observation, and frees the closures unless they are being called.
    @usableFromInline func end() {
        if isCalled { isEnded = true } else { _ = listener.take() }
    }
}

extension Context {
    /// The context as an instance of the states' `Owner`.
    // Sound: `init` has checked that the context is an instance of `Owner`.
    @inlinable var owner: S.Owner { unsafeDowncast(self, to: S.Owner.self) }

    /// Calls `body` with an object, without retaining it for the call.
    // Sound for a state: the context holds it, and is busy, so new requests are queued. Sound for a listener: it is
    // freed after its call at the earliest. The caller holds the context, so the extras live during the call.
    @inlinable @inline(__always)
    func calling<O: AnyObject, Result>(_ object: @autoclosure () -> O, _ body: (O) -> Result) -> Result {
        Unmanaged.passUnretained(object())._withUnsafeGuaranteedRef(body)
    }

    @inlinable @inline(__always) func withExtras(_ body: (Part<Extras<S>>) -> Void) {
        if let extras = core.extras.map({ Unmanaged.passUnretained($0) }) { extras._withUnsafeGuaranteedRef(body) }
    }

    #if !hasFeature(Embedded)
    // Sound in both methods below: only the context calls the closures of its observers, while it lives or is being
    // freed. There are two methods, because a generic one would copy its argument for each call.

    /// A closure that passes `object` and the context to `body`; does nothing once `object` is gone.
    @inlinable func bound<Object: AnyObject>(
        to object: Object, _ body: @escaping (Object, S.Owner, Transition) -> Void
    ) -> (Transition) -> Void {
        { [weak object, unowned(unsafe) self] made in whileItLives(object) { body($0, owner, made) } }
    }

    @inlinable func bound<Object: AnyObject>(
        to object: Object, _ body: @escaping (Object, S.Owner, RequestRecord) -> Void
    ) -> (RequestRecord) -> Void {
        { [weak object, unowned(unsafe) self] record in whileItLives(object) { body($0, owner, record) } }
    }

    @inlinable @inline(__always) func whileItLives<Object>(_ object: Object?, _ body: (Object) -> Void) {
        if let object { body(object) } else { noteEnd() }
    }

    /// Notes that an observer has ended, so that it is removed after the notification.
    // Sound for the same reason as in `bound`.
    @inlinable var noteEnd: () -> Void { { [unowned(unsafe) self] in core.extras?.value.someHaveEnded = true } }
    #endif

    /// Lends a request's name and a transition to the hooks that `body` calls.
    // Sound: both outlive `body`, no other transition begins in it, and afterwards nothing is lent.
    @inlinable @inline(__always) func lending(
        _ request: String, _ transition: inout TransitionInProgress<S>, _ body: (LentTransition<S>) -> Void
    ) {
        _withUnprotectedUnsafePointer(to: request) { request in
            _withUnprotectedUnsafeMutablePointer(to: &transition) { transition in
                let lent = LentTransition(name: request, pointer: transition)
                core.transition = lent
                body(lent)
                core.transition = nil
            }
        }
    }
}

/// A transition in progress and its request, which their caller holds.
@usableFromInline struct LentTransition<S: ContextState> where S.Family == S {
    // Sound while it is in `ContextCore.transition`: see `lending`.
    @usableFromInline let name: UnsafePointer<String>
    @usableFromInline let pointer: UnsafeMutablePointer<TransitionInProgress<S>>
    @inlinable init(name: UnsafePointer<String>, pointer: UnsafeMutablePointer<TransitionInProgress<S>>) {
        (self.name, self.pointer) = (name, pointer)
    }

    @inlinable var request: String { name.pointee }
    @inlinable var value: TransitionInProgress<S> { pointer.pointee }
    @inlinable @inline(__always) func exchangeEnds(_ leaf: inout S, at depth: UInt16) {
        swap(&leaf, &pointer.pointee.otherEnd)
        pointer.pointee.targetDepth = depth
    }
}
