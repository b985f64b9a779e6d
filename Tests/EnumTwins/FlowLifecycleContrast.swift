import Navigation
import StateExploration
import StatePattern

/// What the lifecycle of a flow is asked; a step may also be delayed, or end the flow.
public enum FlowLifecycleRequest: CaseIterable, Sendable {
    case start, startDelayed, startEnding
    case navigate, navigateDelayed, navigateEnding
    case resume, resumeEnding
    case end
}

/// What the lifecycle and its enum have in common; neither of them needs to know.
package protocol FlowLifecycleLike: AnyObject {
    func start(_ attempt: @escaping () -> Bool) -> Outcome
    func navigate(_ attempt: @escaping () -> Bool) -> Outcome
    func resume(_ carryOut: @escaping () -> Void) -> Outcome
    func end() -> Outcome

    var statePath: String { get }
}

extension FlowLifecycle: FlowLifecycleLike {
    package var statePath: String { state.path }
}

extension FlowLifecycleEnum: FlowLifecycleLike {
    package var statePath: String { state.path }
}

/// The lifecycle of a flow and its enum as systems that can be explored and compared.
public enum FlowLifecycleContrast {
    public static var machine: MachineModel<FlowLifecycleRequest> { model("class") { FlowLifecycle() } }
    public static var twin: MachineModel<FlowLifecycleRequest> { model("enum") { FlowLifecycleEnum() } }

    /// With one step waiting at most: fewer states, for when each cell is changed in turn.
    public static var smallMachine: MachineModel<FlowLifecycleRequest> { model("class", limit: 1) { FlowLifecycle() } }
    public static var smallTwin: MachineModel<FlowLifecycleRequest> { model("enum", limit: 1) { FlowLifecycleEnum() } }

    /// With many steps waiting: too many states to try them all, and right for random requests.
    public static var longMachine: MachineModel<FlowLifecycleRequest> { model("class", limit: 20) { FlowLifecycle() } }
    public static var longTwin: MachineModel<FlowLifecycleRequest> { model("enum", limit: 20) { FlowLifecycleEnum() } }

    /// A lifecycle, the steps that wait for it, and those that it has carried out.
    private final class Subject {
        let lifecycle: any FlowLifecycleLike
        private(set) var waiting: [FlowLifecycleRequest] = []
        private var carriedOut: [String] = []

        init(_ lifecycle: any FlowLifecycleLike) { self.lifecycle = lifecycle }

        /// - Returns: What became of the request; `nil` when it was not made, because too many wait.
        func perform(_ request: FlowLifecycleRequest, limit: Int) -> Outcome? {
            defer { if lifecycle.statePath == "Ended" { waiting = [] } }
            switch request {
            case .start, .startDelayed, .startEnding:
                return lifecycle.start { self.attempt(request) }
            case .navigate, .navigateDelayed, .navigateEnding:
                guard waiting.count < limit else { return nil }
                let outcome = lifecycle.navigate { self.attempt(request) }
                if outcome == .deferred { waiting.append(request) }
                return outcome
            case .resume, .resumeEnding:
                return lifecycle.resume { _ = self.attempt(request) }
            case .end:
                return lifecycle.end()
            }
        }

        private func attempt(_ request: FlowLifecycleRequest) -> Bool {
            if waiting.first == request { waiting.removeFirst() }
            carriedOut.append("\(request)")
            switch request {
            case .startEnding, .navigateEnding, .resumeEnding: _ = lifecycle.end()
            case .start, .startDelayed, .navigate, .navigateDelayed, .resume, .end: break
            }
            return request != .startDelayed && request != .navigateDelayed
        }

        var state: String { ([lifecycle.statePath] + waiting.map { "\($0)" }).joined(separator: ", ") }

        func takeCarriedOut() -> [String] {
            defer { carriedOut = [] }
            return carriedOut
        }
    }

    private static func model(
        _ name: String, limit: Int = 2, make: @escaping () -> any FlowLifecycleLike
    ) -> MachineModel<FlowLifecycleRequest> {
        MachineModel(
            { Subject(make()) }, named: name, requests: FlowLifecycleRequest.allCases,
            perform: { subject, request in
                subject.perform(request, limit: limit).map { "\($0)" } ?? "not made: enough wait"
            },
            state: { $0.state }, trace: { $0.takeCarriedOut() })
    }
}
