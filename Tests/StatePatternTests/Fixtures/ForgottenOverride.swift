// Does not compile: the hook of the subclass lacks `override`.
import StatePattern

final class Door: Context<Door.State> {
    class State: StatePattern.State {
        func didEnter(_ door: Door) {}
        func willExit(_ door: Door) {}
    }

    final class Open: State {
        func didEnter(_ door: Door) {}
    }
}
