import StateExploration
import StatePattern

/// A context of two states, which is a region of others.
final class Toggle: Context<Toggle.State> {
    class State: ContextState {
        func didEnter(_ toggle: Toggle) {}
        func willExit(_ toggle: Toggle) {}
        func flip(_ toggle: Toggle) -> Reaction { .unhandled }
    }

    final class On: State {
        override func flip(_ toggle: Toggle) -> Reaction { .transition(to: Off()) }
    }

    final class Off: State {
        override func flip(_ toggle: Toggle) -> Reaction { .transition(to: On()) }
    }

    init(startsOn: Bool = false) { super.init(initial: startsOn ? On() : Off()) }

    func flip() -> Outcome { delegate(State.flip) }
    var isOn: Bool { state is On }
}

extension Outcome {
    /// The reaction of a state that has passed a request on to a region, and stays.
    func asReaction<S>() -> Reaction<S> {
        switch self {
        case .transitioned, .handled, .deferred, .queued: .handled
        case .unhandled: .unhandled
        case .refused: .refused
        }
    }
}

/// An appliance with as many toggles as it is made with. Each request flips one; the rule of a request can ask the others.
final class Appliance: Context<Appliance.State> {
    typealias Rule = @Sendable (_ isOn: [Bool]) -> Bool

    class State: ContextState {
        func didEnter(_ appliance: Appliance) {}
        func willExit(_ appliance: Appliance) {}
        func power(_ appliance: Appliance) -> Reaction { .unhandled }
        func flip(_ toggle: Int, of appliance: Appliance) -> Reaction { .unhandled }
    }

    final class Off: State {
        override func power(_ appliance: Appliance) -> Reaction { .transition(to: On(appliance)) }
    }

    final class On: State, OrthogonalState {
        let toggles: [Toggle]
        init(_ appliance: Appliance) { toggles = appliance.memory.map { Toggle(startsOn: $0) } }

        var regions: [Region] { toggles.enumerated().map { Region("\("ABCDE".dropFirst($0).first!)", $1) } }

        override func willExit(_ appliance: Appliance) {
            if appliance.remembers { appliance.memory = toggles.map(\.isOn) }
        }

        override func power(_ appliance: Appliance) -> Reaction {
            .transition(to: Off())
        }

        override func flip(_ toggle: Int, of appliance: Appliance) -> Reaction {
            guard appliance.rules[toggle](toggles.map(\.isOn)) else { return .refused }
            return toggles[toggle].flip().asReaction()
        }
    }

    let rules: [Rule]
    let remembers: Bool
    private(set) var memory: [Bool]

    init(_ rules: [Rule], remembers: Bool = false) {
        (self.rules, self.remembers) = (rules, remembers)
        memory = rules.map { _ in false }
        super.init(initial: Off())
    }

    static func model(_ rules: [Rule], remembers: Bool = false) -> MachineModel<String> {
        let names = "abcde".prefix(rules.count).map { "flip \($0)" }
        return MachineModel(
            { Appliance(rules, remembers: remembers) },
            requests: .init(["power"] + names) { appliance, request in
                guard let toggle = names.firstIndex(of: request) else { return appliance.delegate(State.power) }
                return appliance.delegate { $0.flip(toggle, of: $1) }
            },
            data: { $0.remembers && $0.state is Off ? "\($0.memory.map { $0 ? 1 : 0 })" : "" })
    }
}
