import Navigation
import TestSupport
import Testing

/// Mistakes in the code of flows.
@Suite(.timeLimit(.minutes(60))) struct `A mistake stops the program` {
    @Test func `A flow is coordinated once`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let journey = Journey()
            journey.coordinator.coordinate(journey.app, stepper: TestScreen())
        }
        #expect(
            result?.errors.contains("A flow can be coordinated once; make another one. This one is a TestFlow.") == true
        )
    }

    @Test func `Steps that follow from each other come to an end`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Journey(answers: ["launch": .forward("launch")])
        }
        #expect(
            result?.errors.contains("More than 10000 steps lead to one another; the last one was a step of TestFlow.")
                == true)
    }

    @Test func `Deep links that follow from each other come to an end`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let journey = Journey()
            journey.app.acceptedSteps = ["link"]
            journey.coordinator.onDidNavigate { [weak coordinator = journey.coordinator] _, _ in
                coordinator?.navigate(to: ["link"])
            }
            journey.send("begin")
        }
        #expect(
            result?.errors.contains("More than 10000 steps lead to one another; the last one was a deep link.") == true)
    }

    @Test func `many steps that do not follow from each other are no mistake`() {
        let journey = Journey()
        for _ in 0..<10_001 { journey.send("step") }
        #expect(journey.journal.lines.count == 10_001)
    }

    @Test func `many steps that follow from one are no mistake`() {
        let steps = (0..<10_001).map { FlowContributors<String>.forward("step \($0)") }
        let journey = Journey()
        journey.app.answers["begin"] = FlowContributors(steps)
        journey.send("begin")
        #expect(journey.journal.lines == ["app: begin"] + (0..<10_001).map { "app: step \($0)" })
    }
}
