import StatePattern
import Testing

/// A machine that is not nested: its states are as little isolated as the context.
final class Hatch: Context<HatchState> {
    init() { super.init(initial: ClosedHatch()) }
    @discardableResult func open() -> Outcome { delegate(HatchState.open) }
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

/// A machine with states that are nested by an extension.
final class Lid: Context<Lid.State> {
    init() { super.init(initial: Shut()) }
    @discardableResult func lift() -> Outcome { delegate(State.lift) }
}

nonisolated extension Lid {
    class State: ContextState {
        func didEnter(_ lid: Lid) {}
        func willExit(_ lid: Lid) {}
        func lift(_ lid: Lid) -> Reaction { .unhandled }
    }

    final class Lifted: State {}

    final class Shut: State {
        override func lift(_ lid: Lid) -> Reaction { .transition(to: Lifted()) }
    }
}

/// `DocumentTests` has the machine of README, which needs no mark.
@Suite struct `A family outside its context in a module on the main actor` {
    @Test func `needs one mark`() {
        let hatch = Hatch()
        #expect(hatch.open() == .transitioned)
        #expect(hatch.description == "Hatch: OpenHatch")
        let lid = Lid()
        #expect(lid.lift() == .transitioned)
        #expect(lid.description == "Lid: Lifted")
    }
}
