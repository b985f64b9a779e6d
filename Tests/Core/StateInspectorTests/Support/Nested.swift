import StatePattern

/// A tree of five levels, one of which is made of a class that is used in two places.
final class Nested: Context<Nested.State> {
    class State: ContextState {
        let superstate: State?
        init(in superstate: State? = nil) { self.superstate = superstate }
        var initialSubstate: State? { nil }
        func didEnter(_ nested: Nested) {}
        func willExit(_ nested: Nested) {}
        func go(_ nested: Nested, to target: State) -> Reaction { .transition(to: target) }
    }

    final class Top: State {}
    final class Other: State {}
    final class A: State {}
    final class B: State {}
    final class C: State {}
    final class Leaf: State {}

    let leaves: [State]

    init() {
        let top = Top()
        let a = A(in: top)
        let b = B(in: a)
        let c = C(in: b)
        leaves = [Leaf(in: top), Leaf(in: a), Leaf(in: b), Leaf(in: c), Leaf(in: Other()), Leaf()]
        super.init(initial: leaves[0])
    }

    func go(to leaf: Int) { delegate(State.go, leaves[leaf]) }
}
