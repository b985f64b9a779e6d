import Navigation
import StatePattern
import TestSupport
import Testing

/// The machines of a flow and of its screens, cell by cell.
@Suite struct `The table` {
    @Test func `of a lifecycle says what it does with each step`() {
        expectTable(
            LifecycleRequest.table,
            reach: { situation in
                let subject = situation.reach(with: Subject(FlowLifecycle())) { _ = $0.perform(on: $1) }
                subject.steps = []
                return subject
            },
            perform: { $0.perform(on: $1) },
            state: { subject in
                let (lifecycle, state) = (subject.machine, subject.machine.state.statePath)
                #expect(lifecycle.isReady == (state == "Ready"))
                #expect(lifecycle.hasEnded == (state == "Ended"))
                return state
            },
            effects: { $0.steps })
    }

    @Test func `of a presentation says which steps pass`() {
        expectTable(
            PresentationRequest.table,
            reach: { $0.reach(with: Subject(Presentation())) { _ = $0.perform(on: $1) } },
            perform: { $0.perform(on: $1) },
            state: { subject in
                let (presentation, state) = (subject.machine, subject.machine.state.statePath)
                #expect(presentation.isVisible == (state == "Visible"))
                #expect(presentation.isDismissed == (state == "Dismissed"))
                return state
            },
            effects: { $0.steps })
    }
}

/// A machine, and the steps that it has carried out, or let pass.
private final class Subject<M> {
    let machine: M
    var steps: [String] = []

    init(_ machine: M) { self.machine = machine }
}

extension Situation<LifecycleRequest> {
    fileprivate static let created = Self("Created")
    fileprivate static let ready = created.then("Ready", .start)
    fileprivate static let delayed = created.then("Delayed", .startDelayed)
    fileprivate static let ended = created.then("Ended", .end)
}

extension Situation<PresentationRequest> {
    fileprivate static let unpresented = Self("Unpresented")
    fileprivate static let visible = unpresented.then("Visible", .appear)
    fileprivate static let hidden = visible.then("Hidden", .disappear)
    fileprivate static let dismissed = unpresented.then("Dismissed", .dismiss)
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

    typealias Cell = TableCell<LifecycleRequest, String>

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
        + [Situation.created, .delayed].flatMap { state in
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

    typealias Cell = TableCell<PresentationRequest, String>

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
            (Situation.unpresented, [PresentationRequest.emitWhenNotPresented, .emitAlways]),
            (.visible, [.emit, .emitWhenNotPresented, .emitWhenDismissed, .emitAlways]),
            (.hidden, [.emitWhenNotPresented, .emitAlways]), (.dismissed, [.emitWhenDismissed, .emitAlways]),
        ].flatMap { state, requests in requests.map { Cell(state, $0, .handled, state, ["step"]) } }
}
