// Does not compile: a hook cannot throw.
import StatePattern

final class Door: Context<Door.State> {
    class State: ContextState {
        func didEnter(_ door: Door) throws {}
        func willExit(_ door: Door) {}
    }

    final class Open: State {
        override func didEnter(_ door: Door) {}
    }
}
