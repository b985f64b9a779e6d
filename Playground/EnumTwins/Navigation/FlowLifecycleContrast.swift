import Navigation
import StateExploration
import StatePattern

/// A request of a lifecycle with a step that does what it is for, that has to be delayed, or that ends the flow.
package struct FlowLifecycleVariant: Hashable, Sendable {
    package enum Step: String, Sendable {
        case done = ""
        case delayed = "Delayed"
        case ending = "Ending"
    }

    let request: FlowLifecycle.Request
    let step: Step
}

extension FlowLifecycleVariant: CaseIterable, CustomStringConvertible {
    package static let allCases = FlowLifecycle.Request.allCases.flatMap { request in
        steps(of: request).map { Self(request: request, step: $0) }
    }

    private static func steps(of request: FlowLifecycle.Request) -> [Step] {
        switch request {
        case .start, .navigate: [.done, .delayed, .ending]
        case .resume: [.done, .ending]
        case .end: [.done]
        }
    }

    package var description: String { "\(request)\(step.rawValue)" }
}

/// The members that the lifecycle and its enum have in common; neither of them needs to know.
package protocol FlowLifecycleLike: AnyObject {
    func perform(_ request: FlowLifecycle.Request, _ carryOut: @escaping () -> Bool) -> Outcome

    var phase: FlowLifecycle.Phase { get }
}

extension FlowLifecycle: FlowLifecycleLike {}
extension FlowLifecycleEnum: FlowLifecycleLike {}

/// The lifecycle of a flow and its enum as systems that can be explored and compared.
public enum FlowLifecycleContrast {
    /// The comparison of the two, under a name: the requests are no part of what `Navigation` offers.
    public static func contrast(_ name: String) -> Contrast {
        Contrast(
            name, "the lifecycle of a flow, with up to two waiting steps, and its enum", machine,
            twin)
    }

    package static var machine: MachineModel<FlowLifecycleVariant> { model("class") { FlowLifecycle() } }
    package static var twin: MachineModel<FlowLifecycleVariant> { model("enum") { FlowLifecycleEnum() } }

    /// With one step waiting at most: fewer states, for when each cell is changed in turn.
    package static var smallMachine: MachineModel<FlowLifecycleVariant> { model("class", limit: 1) { FlowLifecycle() } }
    package static var smallTwin: MachineModel<FlowLifecycleVariant> { model("enum", limit: 1) { FlowLifecycleEnum() } }

    /// With many steps waiting: too many states to try them all, and right for random requests.
    package static var longMachine: MachineModel<FlowLifecycleVariant> { model("class", limit: 20) { FlowLifecycle() } }
    package static var longTwin: MachineModel<FlowLifecycleVariant> { model("enum", limit: 20) { FlowLifecycleEnum() } }

    /// A lifecycle, the steps that wait for it, and those that it has carried out.
    private final class Subject {
        let lifecycle: any FlowLifecycleLike
        private(set) var waiting: [FlowLifecycleVariant] = []
        private var carriedOut: [String] = []

        init(_ lifecycle: any FlowLifecycleLike) { self.lifecycle = lifecycle }

        /// - Returns: The outcome of the request; `nil` when it was not made, because too many wait.
        func perform(_ variant: FlowLifecycleVariant, limit: Int) -> Outcome? {
            defer { if lifecycle.phase == .ended { waiting = [] } }
            if variant.request == .navigate && waiting.count >= limit { return nil }
            // A step that waits belongs to the lifecycle, which belongs to this subject.
            let outcome = lifecycle.perform(variant.request) { [unowned self] in carryOut(variant) }
            if outcome == .deferred { waiting.append(variant) }
            return outcome
        }

        private func carryOut(_ variant: FlowLifecycleVariant) -> Bool {
            if waiting.first == variant { waiting.removeFirst() }
            carriedOut.append("\(variant)")
            if variant.step == .ending { _ = lifecycle.perform(.end) { true } }
            return variant.step != .delayed
        }

        var state: String { (["\(lifecycle.phase)"] + waiting.map { "\($0)" }).joined(separator: ", ") }

        func takeCarriedOut() -> [String] {
            defer { carriedOut = [] }
            return carriedOut
        }
    }

    private static func model(
        _ name: String, limit: Int = 2, make: @escaping () -> any FlowLifecycleLike
    ) -> MachineModel<FlowLifecycleVariant> {
        MachineModel(
            { Subject(make()) }, named: name, requests: FlowLifecycleVariant.allCases,
            perform: { $0.perform($1, limit: limit) },
            state: { $0.state }, trace: { $0.takeCarriedOut() })
    }
}
