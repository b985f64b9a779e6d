import Navigation
import StatePattern
import Testing

/// A flow that may only be touched on the main actor, as user interfaces have it.
@MainActor private final class MainActorFlow: @MainActor Flow {
    let lifecycle = FlowLifecycle()
    let root = TestScreen.visible()
    private(set) var carriedOut: [String] = []

    func navigate(to step: String) -> FlowContributors<String> {
        MainActor.assertIsolated()
        carriedOut.append(step)
        return .none
    }
}

@Suite struct `Isolation of a coordinator` {
    @Test @MainActor func `flows that are isolated to the main actor are coordinated there`() async {
        let (coordinator, flow, screen) = (FlowCoordinator<String>(), MainActorFlow(), TestScreen())
        coordinator.coordinate(flow, with: CompositeStepper(steppers: [OneStepper(withSingleStep: "begin"), screen]))
        await Task { screen.steps.emit("from a task") }.value
        #expect(flow.carriedOut == ["begin", "from a task"])
    }

    @Test func `a coordinator works inside an actor, with steps that come from many tasks`() async {
        actor Guide {
            private let journey = Journey()

            func send(_ step: String) { journey.send(step) }
            func takeJournal() -> [String] { journey.journal.take() }
        }
        let guide = Guide()
        await withTaskGroup { group in
            for number in 0..<100 { group.addTask { await guide.send("\(number)") } }
        }
        #expect(await Set(guide.takeJournal()) == Set((0..<100).map { "app: \($0)" }))
    }

    @Test @MainActor func `a delayed step is carried out after something asynchronous`() async {
        let journey = Journey()
        let delayed = DelayedStep<String>()
        journey.app.adaptations["camera"] = .delay(delayed)
        journey.send("camera")
        journey.send("next")
        let permission = Task {
            await Task.yield()
            delayed.carryOut("camera granted")
        }
        await permission.value
        #expect(journey.journal.lines == ["app: camera granted", "app: next"])
    }
}
