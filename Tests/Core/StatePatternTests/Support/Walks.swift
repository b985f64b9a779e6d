import StatePattern

/// A flat machine that goes wherever it is sent; its states are made on the spot and may hold something.
final class FlatWalk: Context<FlatWalk.Step> {
    init() { super.init(initial: Step()) }

    func go(to step: Step) { delegate(step) { .transition(to: $2) } }
    func ask(_ answer: @escaping () -> Reaction) { delegate(answer) { $2() } }

    class Step: ContextState {
        let luggage: Witness?
        init(_ luggage: Witness? = nil) { self.luggage = luggage }
        func didEnter(_ walk: FlatWalk) {}
        func willExit(_ walk: FlatWalk) {}
    }
}

/// The same in a tree, with a journal of exits and entries.
final class TreeWalk: Context<TreeWalk.Step> {
    var journal: [String] = []

    init() { super.init(initial: Step("Start")) }

    func go(to step: Step) { delegate(step) { .transition(to: $2) } }
    func ask(_ answer: @escaping () -> Reaction) { delegate(answer) { $2() } }

    final class Step: ContextState {
        let label: String
        let superstate: Step?
        let luggage: Witness?

        init(_ label: String, in superstate: Step? = nil, _ luggage: Witness? = nil) {
            self.label = label
            self.superstate = superstate
            self.luggage = luggage
        }

        var initialSubstate: Step? { nil }
        func didEnter(_ walk: TreeWalk) { walk.journal.append("enter \(label)") }
        func willExit(_ walk: TreeWalk) { walk.journal.append("exit \(label)") }
    }
}
