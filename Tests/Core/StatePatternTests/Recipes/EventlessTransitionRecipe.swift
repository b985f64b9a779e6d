import StatePattern
import Testing

/// **Eventless transition**: a parcel sorter decides at once where a parcel goes, without being asked again.
///
/// The leaf asks for its own completion, last in its entry hook. Such a follow-up is never overtaken (rule 6), so
/// no request from outside comes before it.
private final class Sorter: Context<Sorter.State> {
    init() { super.init(initial: Waiting()) }

    func receive(grams: Int) { delegate(grams) { $0.receive($1, grams: $2) } }
    func takeBack() { delegate { $0.takeBack($1) } }
    fileprivate func complete() { delegate { $0.complete($1) } }
}

extension Sorter {
    class State: ContextState {
        func didEnter(_ sorter: Sorter) {}
        func willExit(_ sorter: Sorter) {}
        func receive(_ sorter: Sorter, grams: Int) -> Reaction<State> { .unhandled }
        func takeBack(_ sorter: Sorter) -> Reaction<State> { .unhandled }
        func complete(_ sorter: Sorter) -> Reaction<State> { .unhandled }
    }

    fileprivate final class Waiting: State {
        override func receive(_ sorter: Sorter, grams: Int) -> Reaction<State> {
            .transition(to: Weighing(grams: grams))
        }
    }

    fileprivate final class Weighing: State {
        private let grams: Int
        init(grams: Int) { self.grams = grams }

        override func didEnter(_ sorter: Sorter) { sorter.complete() }

        override func takeBack(_ sorter: Sorter) -> Reaction<State> { .transition(to: Waiting()) }

        override func complete(_ sorter: Sorter) -> Reaction<State> {
            .transition(to: grams > 1_000 ? Heavy() : Light())
        }
    }

    fileprivate final class Heavy: State {}
    fileprivate final class Light: State {}
}

@Suite struct EventlessTransitionRecipe {
    @Test(arguments: [(200, "Light"), (2_000, "Heavy")])
    func `Eventless transition: a leaf that asks for its own completion is left before the call returns`(
        grams: Int, target: String
    ) {
        let sorter = Sorter()
        sorter.activate()
        var journal: [String] = []
        sorter.observe { [unowned sorter] transition in
            journal.append(transition.target.name)
            // A request in reaction to the weighing comes too late to end it.
            if transition.target is Sorter.Weighing { sorter.takeBack() }
        }
        sorter.receive(grams: grams)
        #expect(journal == ["Weighing", target])
    }
}
