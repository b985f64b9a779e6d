import StatePattern

/// The player with a superstate: `Playing` and `Paused` lie in `Loaded`, which answers `stop` for both.
class PlayerInATree: Context<PlayerInATree.State> {
    let stopped = Stopped()
    private var log: [String] = []

    init() { super.init(initial: stopped) }

    @discardableResult func play() -> Outcome { delegate(State.play) }
    @discardableResult func pause() -> Outcome { delegate(State.pause) }
    @discardableResult func stop() -> Outcome { delegate(State.stop) }

    func record(_ line: String) { log.append(line) }

    /// Returns what happened to the tape since this was called last, and forgets it.
    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

extension PlayerInATree {
    class State: ContextState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ player: PlayerInATree) {}
        func willExit(_ player: PlayerInATree) {}
        func play(_ player: PlayerInATree) -> Reaction { .unhandled }
        func pause(_ player: PlayerInATree) -> Reaction { .unhandled }
        func stop(_ player: PlayerInATree) -> Reaction { .unhandled }
    }

    final class Stopped: State {
        override func play(_ player: PlayerInATree) -> Reaction { .transition(to: Loaded()) }
        override func stop(_ player: PlayerInATree) -> Reaction { .handled }
    }

    class Loaded: State {
        override var initialSubstate: State? { Playing(in: self) }
        override func didEnter(_ player: PlayerInATree) { player.record("load") }
        override func willExit(_ player: PlayerInATree) { player.record("unload") }
        override func stop(_ player: PlayerInATree) -> Reaction { .transition(to: player.stopped) }
    }

    class Substate: State {
        let loaded: Loaded
        init(in loaded: Loaded) { self.loaded = loaded }
        override var superstate: State? { loaded }
    }

    final class Playing: Substate {
        override func pause(_ player: PlayerInATree) -> Reaction { .transition(to: Paused(in: loaded)) }
    }

    final class Paused: Substate {
        override func play(_ player: PlayerInATree) -> Reaction { .transition(to: Playing(in: loaded)) }
    }
}
