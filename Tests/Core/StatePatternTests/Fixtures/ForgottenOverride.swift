// Does not compile: the hook of the subclass lacks `override`.
import StatePattern

final class Door: Context<Door.State> {
    class State: ContextState {
        func didEnter(_ door: Door) {}
        func willExit(_ door: Door) {}
    }

    final class Open: State {
        func didEnter(_ door: Door) {}
    }
}
