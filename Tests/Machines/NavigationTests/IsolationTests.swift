import Navigation
import StatePattern
import TestSupport
import Testing

/// A flow that may only be touched on the main actor, and decides about some steps asynchronously: in one operation, or in
/// one that asks another one.
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
        MainActor.assertIsolated()
        carriedOut.append(step)
        return []
    }
}

@Suite(.timeLimit(.minutes(60))) struct `Isolation of a coordinator` {
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

    @Test @MainActor func `steps come from a sequence until it ends or fails, in the domain of the caller`() async {
        struct Failure: Error {}
        let journey = Journey()
        for fails in [false, true] {
            let (steps, continuation) = AsyncThrowingStream.makeStream(of: String.self)
            let listening = Task { try await journey.stepper.steps.emit(contentsOf: steps) }
            for step in ["a", "b"] { continuation.yield(step) }
            continuation.finish(throwing: fails ? Failure() : nil)
            do {
                try await listening.value
                #expect(!fails)
            } catch { #expect(fails && error is Failure) }
            #expect(journey.journal.take() == ["app: a", "app: b"])
        }
    }
}
