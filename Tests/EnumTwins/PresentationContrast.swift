import Navigation
import StateExploration
import StatePattern

/// What a presentation is asked; a step may be allowed to pass when others may not.
public enum PresentationRequest: CaseIterable, Sendable {
    case appear, disappear, dismiss
    case emit, emitWhenNotPresented, emitWhenDismissed, emitAlways
}

/// What the presentation and its enum have in common; neither of them needs to know.
package protocol PresentationLike: AnyObject {
    func appear() -> Outcome
    func disappear() -> Outcome
    func dismiss() -> Outcome
    func emit(_ allowance: Presentation.Allowance, _ pass: @escaping () -> Void) -> Outcome

    var statePath: String { get }
}

extension Presentation: PresentationLike {
    package var statePath: String { state.path }
}

extension PresentationEnum: PresentationLike {
    package var statePath: String { state.path }
}

/// The presentation and its enum as systems that can be explored and compared.
public enum PresentationContrast {
    public static var machine: MachineModel<PresentationRequest> { model("class") { Presentation() } }
    public static var twin: MachineModel<PresentationRequest> { model("enum") { PresentationEnum() } }

    /// A presentation, the steps that wait for it, and those that have passed.
    private final class Subject {
        let presentation: any PresentationLike
        private(set) var waiting: [PresentationRequest] = []
        private var passed: [String] = []

        init(_ presentation: any PresentationLike) { self.presentation = presentation }

        /// - Returns: What became of the request; `nil` when it was not made, because too many wait.
        func perform(_ request: PresentationRequest) -> Outcome? {
            defer { if presentation.statePath != "Unpresented" { waiting = [] } }
            switch request {
            case .appear: return presentation.appear()
            case .disappear: return presentation.disappear()
            case .dismiss: return presentation.dismiss()
            case .emit: return emit(request, .init())
            case .emitWhenNotPresented: return emit(request, .init(whenNotPresented: true))
            case .emitWhenDismissed: return emit(request, .init(whenDismissed: true))
            case .emitAlways: return emit(request, .init(whenNotPresented: true, whenDismissed: true))
            }
        }

        private func emit(_ request: PresentationRequest, _ allowance: Presentation.Allowance) -> Outcome? {
            guard waiting.count < 2 else { return nil }
            let outcome = presentation.emit(allowance) { self.passed.append("\(request)") }
            if outcome == .deferred { waiting.append(request) }
            return outcome
        }

        var state: String { ([presentation.statePath] + waiting.map { "\($0)" }).joined(separator: ", ") }

        func takePassed() -> [String] {
            defer { passed = [] }
            return passed
        }
    }

    private static func model(
        _ name: String, make: @escaping () -> any PresentationLike
    ) -> MachineModel<PresentationRequest> {
        MachineModel(
            { Subject(make()) }, named: name, requests: PresentationRequest.allCases,
            perform: { subject, request in subject.perform(request).map { "\($0)" } ?? "not made: enough wait" },
            state: { $0.state }, trace: { $0.takePassed() })
    }
}
