import StateExploration
import StatePattern
import Testing

/// The machine of README as it stands there, in a module whose default isolation is the main actor.
final class Turnstile: Context<Turnstile.State> {
    class State: ContextState {
        func didEnter(_ turnstile: Turnstile) {}
        func willExit(_ turnstile: Turnstile) {}
        func insertCoin(_ turnstile: Turnstile) -> Reaction<State> { .unhandled }
        func push(_ turnstile: Turnstile) -> Reaction<State> { .unhandled }
    }

    final class Locked: State {
        override func insertCoin(_ turnstile: Turnstile) -> Reaction<State> {
            .transition(to: turnstile.unlocked)
        }
    }

    final class Unlocked: State {
        override func willExit(_ turnstile: Turnstile) {
            turnstile.passages += 1
        }
        override func push(_ turnstile: Turnstile) -> Reaction<State> {
            .transition(to: turnstile.locked)
        }
    }

    let locked = Locked()
    let unlocked = Unlocked()
    private(set) var passages = 0

    init() { super.init(initial: locked) }

    @discardableResult func insertCoin() -> Outcome {
        delegate { $0.insertCoin($1) }
    }
    @discardableResult func push() -> Outcome { delegate { $0.push($1) } }
}

/// A machine that is not nested: its states are as little isolated as the context.
final class Hatch: Context<HatchState> {
    init() { super.init(initial: ClosedHatch()) }
    @discardableResult func open() -> Outcome { delegate { $0.open($1) } }
}

nonisolated class HatchState: ContextState {
    func didEnter(_ hatch: Hatch) {}
    func willExit(_ hatch: Hatch) {}
    func open(_ hatch: Hatch) -> Reaction<HatchState> { .unhandled }
}

final class OpenHatch: HatchState {}

final class ClosedHatch: HatchState {
    override func open(_ hatch: Hatch) -> Reaction<HatchState> { .transition(to: OpenHatch()) }
}

/// A machine whose states are nested by an extension.
final class Lid: Context<Lid.State> {
    init() { super.init(initial: Shut()) }
    @discardableResult func lift() -> Outcome { delegate { $0.lift($1) } }
}

nonisolated extension Lid {
    class State: ContextState {
        func didEnter(_ lid: Lid) {}
        func willExit(_ lid: Lid) {}
        func lift(_ lid: Lid) -> Reaction<State> { .unhandled }
    }

    final class Lifted: State {}

    final class Shut: State {
        override func lift(_ lid: Lid) -> Reaction<State> { .transition(to: Lifted()) }
    }
}

@Suite struct `README's machine in a module on the main actor` {
    @Test func `runs and is observed without a change`() {
        let turnstile = Turnstile()
        var lines: [String] = []
        turnstile.push()
        turnstile.observe { lines.append("\($0)") }
        turnstile.insertCoin()
        turnstile.push()
        #expect(lines == ["insertCoin(): Locked → Unlocked", "push(): Unlocked → Locked"])
        #expect(turnstile.passages == 1)
    }

    @Test func `is explored without a change`() throws {
        let model = MachineModel(Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])
        #expect(try model.explore().deadEnds.isEmpty)
    }

    @Test func `a family outside its context needs one mark`() {
        let hatch = Hatch()
        #expect(hatch.open() == .transitioned)
        #expect(hatch.description == "Hatch: OpenHatch")
        let lid = Lid()
        #expect(lid.lift() == .transitioned)
        #expect(lid.description == "Lid: Lifted")
    }
}
