import StateExploration
import StatePattern

extension FlowLifecycle {
    /// A model of a flow's lifecycle, with at most two waiting steps.
    public static var model: MachineModel<String> {
        MachineModel(
            TriedFlow.init, named: "FlowLifecycle",
            requests: [
                "start": { $0.lifecycle.start($0.handler(of: "initial step")) },
                "startDelayed": { $0.lifecycle.start($0.handler(of: "delay")) },
                "navigate": { $0.navigate("step") }, "navigateDelayed": { $0.navigate("delay") },
                "resume": { $0.resume() }, "end": { $0.lifecycle.end() },
            ],
            state: { ([$0.lifecycle.state.statePath] + $0.waiting).joined(separator: ", ") },
            trace: { $0.takeSteps() })
    }

    /// The promises that the lifecycle keeps to its flow.
    public static var promises: Promises<String> {
        let carriesOut = StateGraph<String>.Condition.effect("initial step", "step", "delayed step")
        return [
            "no step is carried out before the initial one":
                .precedes(.effect("initial step", "delay"), .effect("step", "delayed step")),
            "no step is carried out while another one is delayed":
                .never(.effect("step"), after: .effect("delay"), until: .effect("delayed step")),
            "a step that waits is carried out, or the flow ends":
                .leads(
                    from: .outcome(.deferred, of: "navigate"), to: .effect("step") || .isIn("Ended"),
                    fair: ["start", "resume"]),
            "a flow that has ended carries out no step": .never(carriesOut, after: .isIn("Ended")),
            "the end is for good": .never(!.isIn("Ended"), after: .isIn("Ended")),
        ]
    }
}

/// A lifecycle, with the steps that it has carried out and the steps that wait.
private final class TriedFlow {
    let lifecycle = FlowLifecycle()
    private var steps: [String] = []
    private var deferred: [String] = []

    init() { lifecycle.activate() }

    /// The waiting steps. They are part of the model's state, because the further behavior depends on them.
    var waiting: [String] { lifecycle.hasEnded ? [] : deferred.map { "\($0) waits" } }

    /// A closure that carries out a step. It returns false for a delay, which takes time.
    func handler(of step: String) -> FlowLifecycle.StepHandler {
        { [unowned self] in
            steps.append(step)
            return step != "delay"
        }
    }

    /// Asks for a step. Returns `nil` if two steps wait already; without this limit, their number could grow forever.
    func navigate(_ step: String) -> Outcome? {
        guard deferred.count < 2 || lifecycle.hasEnded else { return nil }
        let outcome = lifecycle.navigate { [unowned self] in
            if !deferred.isEmpty { deferred.removeFirst() }
            return handler(of: step)()
        }
        if outcome == .deferred { deferred.append(step) }
        return outcome
    }

    func resume() -> Outcome { lifecycle.resume { [unowned self] in steps.append("delayed step") } }

    func takeSteps() -> [String] {
        defer { steps = [] }
        return steps
    }
}
