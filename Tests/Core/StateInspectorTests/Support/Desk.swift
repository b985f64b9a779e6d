import StateExploration
import StatePattern

/// A desk that is shut, or open with two lights.
final class Desk: Context<Desk.State> {
    class State: ContextState {
        func didEnter(_ desk: Desk) {}
        func willExit(_ desk: Desk) {}
        func open(_ desk: Desk) -> Reaction { .unhandled }
        func press(_ light: Int, _ desk: Desk) -> Reaction { .unhandled }
    }

    final class Shut: State {
        override func open(_ desk: Desk) -> Reaction { .transition(to: Open()) }
    }

    final class Open: State, OrthogonalState {
        let lights = [Light(), Light()]
        var regions: [Region] { [Region("Lamp", lights[0]), Region("Radio", lights[1])] }
        override func open(_ desk: Desk) -> Reaction { .transition(to: Shut()) }
        override func press(_ light: Int, _ desk: Desk) -> Reaction {
            lights[light].press() == .transitioned ? .handled : .unhandled
        }
    }

    init() { super.init(initial: Shut()) }

    func open() -> Outcome { delegate(State.open) }
    func press(_ light: Int) -> Outcome { delegate { $0.press(light, $1) } }

    static var model: MachineModel<String> {
        MachineModel(
            Desk.init, requests: ["open": { $0.open() }, "lamp": { $0.press(0) }, "radio": { $0.press(1) }])
    }
}

final class Light: Context<Light.State> {
    class State: ContextState {
        func didEnter(_ light: Light) {}
        func willExit(_ light: Light) {}
        func press(_ light: Light) -> Reaction { .unhandled }
    }

    final class Dark: State {
        override func press(_ light: Light) -> Reaction { .transition(to: Lit()) }
    }

    final class Lit: State {
        override func press(_ light: Light) -> Reaction { .transition(to: Dark()) }
    }

    init() { super.init(initial: Dark()) }

    func press() -> Outcome { delegate(State.press) }
}
