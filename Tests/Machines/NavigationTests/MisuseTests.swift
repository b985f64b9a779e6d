import Navigation
import TestSupport
import Testing

/// Mistakes in the code of flows.
@Suite(.timeLimit(.minutes(60))) struct `A mistake stops the program` {
    @Test(arguments: [
        "A flow can be coordinated once; make another one. This one is a TestFlow.",
        "More than 10000 steps lead to one another; the last one was a step of TestFlow.",
        "More than 10000 steps lead to one another; the last one was a deep link.",
    ])
    func `with a sentence`(sentence: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [sentence] in
            if sentence.contains("a step of") { _ = Journey(answers: ["launch": .forward("launch")]) }
            let journey = Journey()
            if sentence.contains("once") { journey.coordinator.coordinate(journey.app, stepper: TestScreen()) }
            journey.app.acceptedSteps = ["link"]
            journey.coordinator.onDidNavigate { [weak coordinator = journey.coordinator] _, _ in
                coordinator?.navigate(to: ["link"])
            }
            journey.send("begin")
        }
        #expect(result?.errors.contains(sentence) == true)
    }

    @Test func `but not many steps, whether or not they follow from one`() {
        let steps = (0..<10_001).map { "step \($0)" }
        let journey = Journey(answers: ["begin": FlowContributors(steps.map { .forward($0) })])
        for step in ["begin"] + steps { journey.send(step) }
        #expect(journey.journal.lines == (["begin"] + steps + steps).map { "app: \($0)" })
    }
}
