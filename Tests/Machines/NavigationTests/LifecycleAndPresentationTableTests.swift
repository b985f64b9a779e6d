import Navigation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// The machines of a flow and of its screens, cell by cell.
@Suite struct `The table` {
    @Test func `of a lifecycle says what it does with each step`() throws {
        try expectTable(
            LifecycleRequest.table,
            describes: explore(FlowLifecycle.init, LifecycleRequest.allCases, { $0.perform(on: $1) }) { lifecycle in
                let state = lifecycle.state.statePath
                #expect(lifecycle.isReady == (state == "Ready"))
                #expect(lifecycle.hasEnded == (state == "Ended"))
                return state
            })
    }

    @Test func `of a presentation says which steps pass`() throws {
        try expectTable(
            PresentationRequest.table,
            describes: explore(Presentation.init, PresentationRequest.allCases, { $0.perform(on: $1) }) {
                presentation in
                let state = presentation.state.statePath
                #expect(presentation.isVisible == (state == "Visible"))
                #expect(presentation.isDismissed == (state == "Dismissed"))
                return state
            })
    }
}

/// Explores a machine with steps. What it defers is withdrawn, because the deferred steps would grow forever.
private func explore<Request: Hashable & Sendable, S, M: Context<S>>(
    _ make: @escaping () -> M, _ requests: [Request], _ perform: @escaping (Request, Subject<M>) -> Outcome,
    state: @escaping (M) -> String
) throws -> StateGraph<Request> where S.Family == S {
    try MachineModel(
        { Subject(make()) }, named: "machine", requests: requests,
        perform: { subject, request in
            defer { subject.machine.withdrawDeferredRequests { _ in true } }
            return perform(request, subject)
        },
        state: { state($0.machine) },
        trace: { subject in
            defer { subject.steps = [] }
            return subject.steps
        }
    ).explore()
}

/// A machine, and the steps that it has carried out, or let pass.
private final class Subject<M> {
    let machine: M
    var steps: [String] = []

    init(_ machine: M) { self.machine = machine }
}

private enum LifecycleState: String, CaseIterable {
    case created = "Created"
    case ready = "Ready"
    case delayed = "Delayed"
    case ended = "Ended"
}

private enum PresentationState: String, CaseIterable {
    case unpresented = "Unpresented"
    case visible = "Visible"
    case hidden = "Hidden"
    case dismissed = "Dismissed"
}

/// A request of a lifecycle, with a step that does its work, that must be delayed, or that ends the flow.
private enum LifecycleRequest: String, CaseIterable {
    case start, startDelayed, startEnding, navigate, navigateDelayed, navigateEnding, resume, resumeEnding, end

    func perform(on subject: Subject<FlowLifecycle>) -> Outcome {
        // A step that waits belongs to the lifecycle, which belongs to the subject.
        let step = { [unowned subject] in
            subject.steps.append(self.rawValue)
            if self.rawValue.hasSuffix("Ending") { subject.machine.end() }
            return !self.rawValue.hasSuffix("Delayed")
        }
        return switch self {
        case .start, .startDelayed, .startEnding: subject.machine.start(step)
        case .navigate, .navigateDelayed, .navigateEnding: subject.machine.navigate(step)
        case .resume, .resumeEnding: subject.machine.resume { _ = step() }
        case .end: subject.machine.end()
        }
    }

    typealias Cell = TableCell<LifecycleState, LifecycleRequest, String>

    static let table =
        [
            Cell(.created, .start, .ready, ["start"]),
            Cell(.created, .startDelayed, .delayed, ["startDelayed"]),
            Cell(.created, .startEnding, .ended, ["startEnding"]),
            Cell(.created, .end, .ended),

            Cell(.ready, .navigate, .handled, .ready, ["navigate"]),
            Cell(.ready, .navigateDelayed, .delayed, ["navigateDelayed"]),
            Cell(.ready, .navigateEnding, .handled, .ended, ["navigateEnding"]),
            Cell(.ready, .end, .ended),

            Cell(.delayed, .resume, .ready, ["resume"]),
            Cell(.delayed, .resumeEnding, .ended, ["resumeEnding"]),
            Cell(.delayed, .end, .ended),

            Cell(.ended, .end, .handled, .ended),
        ]
        + [LifecycleState.created, .delayed].flatMap { state in
            [LifecycleRequest.navigate, .navigateDelayed, .navigateEnding].map { Cell(state, $0, .deferred, state) }
        }
}

/// A request of a presentation, with each policy of a step.
private enum PresentationRequest: CaseIterable {
    case appear, disappear, dismiss, emit, emitWhenNotPresented, emitWhenDismissed, emitAlways

    func perform(on subject: Subject<Presentation>) -> Outcome {
        let pass = { [unowned subject] in subject.steps.append("step") }
        return switch self {
        case .appear: subject.machine.appear()
        case .disappear: subject.machine.disappear()
        case .dismiss: subject.machine.dismiss()
        case .emit: subject.machine.emit([], pass)
        case .emitWhenNotPresented: subject.machine.emit(.whenNotPresented, pass)
        case .emitWhenDismissed: subject.machine.emit(.whenDismissed, pass)
        case .emitAlways: subject.machine.emit([.whenNotPresented, .whenDismissed], pass)
        }
    }

    typealias Cell = TableCell<PresentationState, PresentationRequest, String>

    static let table =
        [
            Cell(.unpresented, .appear, .visible),
            Cell(.unpresented, .disappear, .handled, .unpresented),
            Cell(.unpresented, .dismiss, .dismissed),
            Cell(.unpresented, .emit, .deferred, .unpresented),
            Cell(.unpresented, .emitWhenDismissed, .deferred, .unpresented),

            Cell(.visible, .appear, .handled, .visible),
            Cell(.visible, .disappear, .hidden),
            Cell(.visible, .dismiss, .dismissed),

            Cell(.hidden, .appear, .visible),
            Cell(.hidden, .disappear, .handled, .hidden),
            Cell(.hidden, .dismiss, .dismissed),

            Cell(.dismissed, .disappear, .handled, .dismissed),
            Cell(.dismissed, .dismiss, .handled, .dismissed),
        ]
        + [
            (PresentationState.unpresented, [PresentationRequest.emitWhenNotPresented, .emitAlways]),
            (.visible, [.emit, .emitWhenNotPresented, .emitWhenDismissed, .emitAlways]),
            (.hidden, [.emitWhenNotPresented, .emitAlways]), (.dismissed, [.emitWhenDismissed, .emitAlways]),
        ].flatMap { state, requests in requests.map { Cell(state, $0, .handled, state, ["step"]) } }
}
