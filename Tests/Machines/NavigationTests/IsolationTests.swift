import Navigation
import StatePattern
import TestSupport
import Testing

/// A flow that may only be touched on the main actor, as user interfaces have it.
@MainActor private final class MainActorFlow: @MainActor Flow {
    let lifecycle = FlowLifecycle()
    let root = TestScreen.visible()
    private(set) var carriedOut: [String] = []

    func navigate(to step: String) -> FlowContributors<String> {
        MainActor.assertIsolated()
        carriedOut.append(step)
        return []
    }
}

/// A flow that decides about some steps asynchronously: in one operation, or in one that asks another one.
@MainActor private final class AskingFlow: @MainActor Flow {
    let lifecycle = FlowLifecycle()
    let root = TestScreen.visible()
    private(set) var carriedOut: [String] = []

    func adapt(step: String) -> StepDecision<String> {
        switch step {
        case "camera": .later { await self.isAllowed() ? .carryOut("\(step) allowed") : .drop }
        case "contacts": .later { .later { await self.isAllowed() ? .drop : .carryOut(step) } }
        default: .carryOut(step)
        }
    }

    private func isAllowed() async -> Bool {
        await Task.yield()
        return true
    }

    func navigate(to step: String) -> FlowContributors<String> {
        carriedOut.append(step)
        return []
    }
}

@Suite(.timeLimit(.minutes(60))) struct `Isolation of a coordinator` {
    @Test @MainActor func `flows that are isolated to the main actor are coordinated there`() async {
        let (coordinator, flow, screen) = (FlowCoordinator<String>(), MainActorFlow(), TestScreen())
        coordinator.coordinate(flow, startingAt: "begin", stepper: screen)
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

    @Test @MainActor func `an asynchronous decision delays a step, and runs on the main actor`() async {
        let flow = AskingFlow()
        let (coordinator, screen) = (FlowCoordinator<String>(), TestScreen())
        coordinator.coordinate(flow, stepper: screen)
        for step in ["camera", "next", "contacts", "last"] { screen.steps.emit(step) }
        #expect(flow.carriedOut == [])
        await yieldWhile("the last step is not carried out") { flow.carriedOut.last != "last" }
        #expect(flow.carriedOut == ["camera allowed", "next", "last"])
    }

    @Test @MainActor func `steps come from a sequence until it ends, in the isolation domain of the caller`() async {
        let journey = Journey()
        let (steps, continuation) = AsyncStream.makeStream(of: String.self)
        let listening = Task { await journey.stepper.steps.emit(contentsOf: steps) }
        for step in ["a", "b"] { continuation.yield(step) }
        continuation.finish()
        await listening.value
        #expect(journey.journal.lines == ["app: a", "app: b"])
    }

    @Test @MainActor func `a sequence that fails passes its error on`() async {
        struct Failure: Error {}
        let journey = Journey()
        let steps = AsyncThrowingStream<String, any Error> { continuation in
            continuation.yield("a")
            continuation.finish(throwing: Failure())
        }
        await #expect(throws: Failure.self) { try await journey.stepper.steps.emit(contentsOf: steps) }
        #expect(journey.journal.lines == ["app: a"])
    }

    @Test @MainActor func `a delayed step is carried out after something asynchronous`() async {
        let journey = Journey()
        let delayed = DelayedStep<String>()
        journey.app.adaptations["camera"] = .delay(delayed)
        journey.send("camera")
        journey.send("next")
        let permission = Task {
            await Task.yield()
            delayed.answer(.carryOut("camera granted"))
        }
        await permission.value
        #expect(journey.journal.lines == ["app: camera granted", "app: next"])
    }
}
