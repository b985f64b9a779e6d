import StateExploration
import StatePattern
import TestSupport

/// A machine of random states, some with up to three regions, which may depend on each other.
final class RandomRegions: Context<RandomRegions.State> {
    final class State: ContextState, OrthogonalState {
        let name: String
        let number: Int
        let limbs: [Limbs]

        init(_ number: Int, of machine: Plan) {
            (self.number, name) = (number, machine.names[number])
            limbs = machine.regions[number].map { Limbs(in: "Pose 0", $0) }
        }

        func didEnter(_ machine: RandomRegions) {}
        func willExit(_ machine: RandomRegions) {}
        var regions: [Region] { limbs.enumerated().map { Region("Region \($0)", $1) } }
    }

    /// Everything about a machine, from a seed.
    struct Plan {
        var names: [String] = []
        /// For each state and region, where the requests lead from each pose.
        var regions: [[[String: [String: String]]]] = []
        /// For each request, where it leads from each state, or `nil` if it is for the regions.
        var targets: [[Int?]] = []
        let salt: Int

        static let requests = ["go", "back", "flip", "a request with a long name"]

        init(seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            salt = Int.random(in: 1...5, using: &generator)
            let count = Int.random(in: 1...4, using: &generator)
            names = (0..<count).map {
                "\(["State", "Waiting for an answer", "X"].randomElement(using: &generator)!) \($0)"
            }
            for _ in 0..<count {
                regions.append(
                    (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                        let poses = (0..<Int.random(in: 1...3, using: &generator)).map { "Pose \($0)" }
                        return Dictionary(
                            uniqueKeysWithValues: poses.map { pose in
                                let requests = Plan.requests.dropFirst().filter { _ in Bool.random(using: &generator) }
                                let targets = requests.map { ($0, poses.randomElement(using: &generator)!) }
                                return (pose, Dictionary(uniqueKeysWithValues: targets))
                            })
                    })
            }
            targets = Plan.requests.indices.map { request in
                (0..<count).map { state in
                    if request == 0 { return (state + 1) % count }
                    return Int.random(in: 0..<4, using: &generator) == 0
                        ? Int.random(in: 0..<count, using: &generator) : nil
                }
            }
        }
    }

    let plan: Plan
    private(set) var effects: [String] = []

    init(_ plan: Plan) {
        self.plan = plan
        super.init(initial: State(0, of: plan))
    }

    func make(_ request: Int) -> Outcome {
        delegate { state, machine in
            let poses = state.limbs.map { $0.state.name.unicodeScalars.last!.value }
            // Some requests depend on the poses of all regions.
            let sum = poses.reduce(0) { $0 + Int($1) } + request
            if machine.plan.salt > 2 && sum % machine.plan.salt == 0 { return .refused }
            if sum % 3 == 0 { machine.effects.append("effect \(request)") }
            if let target = machine.plan.targets[request][state.number] {
                return .transition(to: State(target, of: machine.plan))
            }
            let outcomes = state.limbs.map { $0.make(Plan.requests[request]) }
            return outcomes.contains(.transitioned) ? .handled : .unhandled
        }
    }

    static func model(seed: UInt64) -> MachineModel<String> {
        let plan = Plan(seed: seed)
        return MachineModel(
            { RandomRegions(plan) }, requests: Plan.requests,
            perform: { $0.make(Plan.requests.firstIndex(of: $1)!) },
            trace: { machine in
                defer { machine.effects = [] }
                return machine.effects
            })
    }
}
