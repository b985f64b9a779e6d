import StateExploration
import StatePattern

/// A character of a game: its legs and its hands are regions of its life, which depend on each other.
final class Fighter: Context<Fighter.State> {
    class State: ContextState {
        func didEnter(_ fighter: Fighter) {}
        func willExit(_ fighter: Fighter) {}
        func answer(_ request: String, _ fighter: Fighter) -> Reaction { .unhandled }
    }

    final class Alive: State, OrthogonalState {
        let legs = Limbs(
            in: "Standing",
            [
                "Standing": ["walk": "Walking", "jump": "Jumping"], "Walking": ["stop": "Standing", "jump": "Jumping"],
                "Jumping": ["land": "Standing"],
            ])
        let hands = Limbs(
            in: "Unarmed",
            [
                "Unarmed": ["draw": "Armed"], "Armed": ["sheathe": "Unarmed", "attack": "Attacking"],
                "Attacking": ["strike": "Armed"],
            ])
        var regions: [Region] { [Region("Legs", legs), Region("Hands", hands)] }

        override func answer(_ request: String, _ fighter: Fighter) -> Reaction {
            if request == "die" { return .transition(to: Dead()) }
            if request == "jump" && hands.state.name == "Attacking" { return .refused }
            if request == "attack" && legs.state.name == "Jumping" { return .refused }
            let outcome = legs.make(request)
            return (outcome == .unhandled ? hands.make(request) : outcome).asReaction()
        }
    }

    final class Dead: State {}

    init() { super.init(initial: Alive()) }

    func make(_ request: String) -> Outcome { delegate { $0.answer(request, $1) } }

    static var model: MachineModel<String> {
        MachineModel(
            Fighter.init,
            requests: .init(["walk", "stop", "jump", "land", "draw", "sheathe", "attack", "strike", "die"]) {
                $0.make($1)
            })
    }
}

/// A region with data as states.
final class Limbs: Context<Limbs.Pose> {
    final class Pose: ContextState {
        let name: String
        init(_ name: String) { self.name = name }
        func didEnter(_ limbs: Limbs) {}
        func willExit(_ limbs: Limbs) {}
    }

    private let poses: [String: [String: String]]

    init(in pose: String, _ poses: [String: [String: String]]) {
        self.poses = poses
        super.init(initial: Pose(pose))
    }

    func make(_ request: String) -> Outcome {
        delegate { pose, limbs in
            limbs.poses[pose.name]?[request].map { .transition(to: Pose($0)) } ?? .unhandled
        }
    }
}
