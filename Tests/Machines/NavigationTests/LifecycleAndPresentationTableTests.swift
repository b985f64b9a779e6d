import Navigation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// The machines of a flow and of its screens, cell by cell.
@Suite struct `The table` {
    /// A step does its work, must be delayed, or ends the flow.
    @Test func `of a lifecycle says what it does with each step`() throws {
        func step(_ name: String, _ subject: Subject<FlowLifecycle>) -> () -> Bool {
            // A step that waits belongs to the lifecycle, which belongs to the subject.
            { [unowned subject] in
                subject.steps.append(name)
                if name.hasSuffix("Ending") { subject.machine.end() }
                return !name.hasSuffix("Delayed")
            }
        }
        let graph = try explore(
            FlowLifecycle.init,
            [
                "start": { $0.machine.start(step("start", $0)) },
                "startDelayed": { $0.machine.start(step("startDelayed", $0)) },
                "startEnding": { $0.machine.start(step("startEnding", $0)) },
                "navigate": { $0.machine.navigate(step("navigate", $0)) },
                "navigateDelayed": { $0.machine.navigate(step("navigateDelayed", $0)) },
                "navigateEnding": { $0.machine.navigate(step("navigateEnding", $0)) },
                "resume": { subject in subject.machine.resume { _ = step("resume", subject)() } },
                "resumeEnding": { subject in subject.machine.resume { _ = step("resumeEnding", subject)() } },
                "end": { $0.machine.end() },
            ]
        ) { lifecycle in
            let state = lifecycle.state.statePath
            #expect(lifecycle.isReady == (state == "Ready"))
            #expect(lifecycle.hasEnded == (state == "Ended"))
            return state
        }
        expectTable(lifecycle, describes: graph)
    }

    @Test func `of a presentation says which steps pass`() throws {
        func emit(_ policy: StepPolicy) -> (Subject<Presentation>) -> Outcome {
            { subject in subject.machine.emit(policy) { [unowned subject] in subject.steps.append("step") } }
        }
        let graph = try explore(
            Presentation.init,
            [
                "appear": { $0.machine.appear() }, "disappear": { $0.machine.disappear() },
                "dismiss": { $0.machine.dismiss() }, "emit": emit([]), "emitWhenNotPresented": emit(.whenNotPresented),
                "emitWhenDismissed": emit(.whenDismissed), "emitAlways": emit([.whenNotPresented, .whenDismissed]),
            ]
        ) { presentation in
            let state = presentation.state.statePath
            #expect(presentation.isVisible == (state == "Visible"))
            #expect(presentation.isDismissed == (state == "Dismissed"))
            return state
        }
        expectTable(presentation, describes: graph)
    }
}

/// Explores a machine with steps. What it defers is withdrawn, because the deferred steps would grow forever.
private func explore<S, M: Context<S>>(
    _ make: @escaping () -> M, _ requests: KeyValuePairs<String, (Subject<M>) -> Outcome>,
    state: @escaping (M) -> String
) throws -> StateGraph<String> where S.Family == S {
    try MachineModel(
        { Subject(make()) }, named: "machine", requests: requests.map(\.key),
        perform: { subject, request in
            defer { subject.machine.withdrawDeferredRequests { _ in true } }
            return requests.first { $0.key == request }?.value(subject)
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

private let lifecycle: [TableCell<LifecycleState, String, String>] =
    [
        .init(.created, "start", .ready, ["start"]),
        .init(.created, "startDelayed", .delayed, ["startDelayed"]),
        .init(.created, "startEnding", .ended, ["startEnding"]),
        .init(.created, "end", .ended),

        .init(.ready, "navigate", .handled, .ready, ["navigate"]),
        .init(.ready, "navigateDelayed", .delayed, ["navigateDelayed"]),
        .init(.ready, "navigateEnding", .handled, .ended, ["navigateEnding"]),
        .init(.ready, "end", .ended),

        .init(.delayed, "resume", .ready, ["resume"]),
        .init(.delayed, "resumeEnding", .ended, ["resumeEnding"]),
        .init(.delayed, "end", .ended),

        .init(.ended, "end", .handled, .ended),
    ]
    + [LifecycleState.created, .delayed].flatMap { state in
        ["navigate", "navigateDelayed", "navigateEnding"].map { .init(state, $0, .deferred, state) }
    }

private enum PresentationState: String, CaseIterable {
    case unpresented = "Unpresented"
    case visible = "Visible"
    case hidden = "Hidden"
    case dismissed = "Dismissed"
}

private let presentation: [TableCell<PresentationState, String, String>] =
    [
        .init(.unpresented, "appear", .visible),
        .init(.unpresented, "disappear", .handled, .unpresented),
        .init(.unpresented, "dismiss", .dismissed),
        .init(.unpresented, "emit", .deferred, .unpresented),
        .init(.unpresented, "emitWhenDismissed", .deferred, .unpresented),

        .init(.visible, "appear", .handled, .visible),
        .init(.visible, "disappear", .hidden),
        .init(.visible, "dismiss", .dismissed),

        .init(.hidden, "appear", .visible),
        .init(.hidden, "disappear", .handled, .hidden),
        .init(.hidden, "dismiss", .dismissed),

        .init(.dismissed, "disappear", .handled, .dismissed),
        .init(.dismissed, "dismiss", .handled, .dismissed),
    ]
    + [
        (PresentationState.unpresented, ["emitWhenNotPresented", "emitAlways"]),
        (.visible, ["emit", "emitWhenNotPresented", "emitWhenDismissed", "emitAlways"]),
        (.hidden, ["emitWhenNotPresented", "emitAlways"]), (.dismissed, ["emitWhenDismissed", "emitAlways"]),
    ].flatMap { state, requests in requests.map { .init(state, $0, .handled, state, ["step"]) } }
