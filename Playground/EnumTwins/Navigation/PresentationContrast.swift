import Navigation
import StateExploration
import StatePattern

/// The members that the presentation and its enum have in common; neither of them needs to know.
package protocol PresentationLike: AnyObject {
    func perform(_ request: Presentation.Request, _ pass: @escaping () -> Void) -> Outcome

    var phase: Presentation.Phase { get }
}

extension Presentation: PresentationLike {}
extension PresentationEnum: PresentationLike {}

/// The presentation and its enum as systems that can be explored and compared.
public enum PresentationContrast {
    /// The comparison of the two, under a name: the requests are no part of what `Navigation` offers.
    public static func contrast(_ name: String) -> Contrast {
        Contrast(name, "the presentation of a screen and its enum", machine, twin)
    }

    package static var machine: MachineModel<Presentation.Request> { model("class") { Presentation() } }
    package static var twin: MachineModel<Presentation.Request> { model("enum") { PresentationEnum() } }

    /// A presentation, the steps that wait for it, and those that have passed.
    private final class Subject {
        let presentation: any PresentationLike
        private(set) var waiting: [Presentation.Request] = []
        private var passed: [String] = []

        init(_ presentation: any PresentationLike) { self.presentation = presentation }

        /// - Returns: The outcome of the request; `nil` when it was not made, because too many wait.
        func perform(_ request: Presentation.Request) -> Outcome? {
            defer { if presentation.phase != .unpresented { waiting = [] } }
            if case .emit = request, waiting.count >= 2 { return nil }
            // A step that waits belongs to the presentation, which belongs to this subject.
            let outcome = presentation.perform(request) { [unowned self] in passed.append("\(request)") }
            if outcome == .deferred { waiting.append(request) }
            return outcome
        }

        var state: String { (["\(presentation.phase)"] + waiting.map { "\($0)" }).joined(separator: ", ") }

        func takePassed() -> [String] {
            defer { passed = [] }
            return passed
        }
    }

    private static func model(
        _ name: String, make: @escaping () -> any PresentationLike
    ) -> MachineModel<Presentation.Request> {
        MachineModel(
            { Subject(make()) }, named: name, requests: Presentation.Request.allCases,
            perform: { $0.perform($1) },
            state: { $0.state }, trace: { $0.takePassed() })
    }
}
