// Does not compile: a machine on the main actor is used from elsewhere, directly and as a context.
import StatePattern

@MainActor final class Door: Context<Door.State> {
    @MainActor class State: @MainActor ContextState {
        func didEnter(_ door: Door) {}
        func willExit(_ door: Door) {}
        func open(_ door: Door) -> Reaction<State> { .handled }
    }

    init() { super.init(initial: State()) }

    func open() { delegate { $0.open($1) } }
}

func use(_ door: Door) { door.open() }

func activate(_ context: Context<Door.State>) { context.activate() }
