// The main actor does not exist in Embedded Swift.
#if !hasFeature(Embedded)
/// A context that lives on the main actor together with its states, for modules whose default isolation is `MainActor`.
///
/// There, a subclass and its states need no annotation, and hooks call the app, start tasks and own timers. The root class
/// of the states needs an `init() {}`, and the subclass calls ``init(startingIn:resumingIn:)``: <doc:OnTheMainActor> shows
/// it.
///
/// In a module without default isolation, subclass ``Context`` and write `@MainActor` yourself, also in the conformance
/// of the root class: `@MainActor class State: @MainActor ContextState`. See <doc:Rules#12.-Isolation>.
@MainActor open class MainActorContext<S: ContextState>: Context<S> where S.Family == S {
    // Its label differs from that of `Context.init`, which is not isolated: an initializer of a subclass would otherwise
    // be taken for an override of that one, with another isolation.
    /// Creates a context whose requests go to `initial` first; no hook runs yet.
    ///
    /// - Parameters:
    ///   - initial: The state that ``Context/activate()`` enters.
    ///   - leaf: The state to go on in, as in ``Context/init(initial:resumingIn:)``.
    public init(startingIn initial: S, resumingIn leaf: S? = nil) { super.init(initial: initial, resumingIn: leaf) }
}
#endif
