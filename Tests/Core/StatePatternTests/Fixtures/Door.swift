// Compiles. The whole context moves into the one task that uses it.
import StatePattern

final class Door: Context<Door.State> {
    class State: ContextState {
        func didEnter(_ door: Door) {}
        func willExit(_ door: Door) {}
        func open(_ door: Door) -> Reaction { .handled }
    }

    final class Open: State {
        override func didEnter(_ door: Door) {}
    }

    init() { super.init(initial: State()) }

    func open() { delegate(State.open) }
}

func use() async {
    let door = Door()
    let task = Task { door.open() }
    await task.value
}
