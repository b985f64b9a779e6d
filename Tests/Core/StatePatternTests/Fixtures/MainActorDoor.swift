// Compiles. A machine on the main actor is used there.
import StatePattern

@MainActor final class Door: Context<Door.State> {
    @MainActor class State: @MainActor ContextState {
        func didEnter(_ door: Door) {}
        func willExit(_ door: Door) {}
        func open(_ door: Door) -> Reaction { .handled }
    }

    init() { super.init(initial: State()) }

    func open() { delegate(State.open) }
}

@MainActor func use(_ door: Door) {
    door.activate()
    door.open()
}
