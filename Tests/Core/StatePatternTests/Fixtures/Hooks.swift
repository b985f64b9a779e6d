// Compiles: the control for `ThrowingHook` and `ForgottenOverride`.
import StatePattern

final class Door: Context<Door.State> {
    class State: ContextState {
        func didEnter(_ door: Door) {}
        func willExit(_ door: Door) {}
    }

    final class Open: State {
        override func didEnter(_ door: Door) {}
    }
}
