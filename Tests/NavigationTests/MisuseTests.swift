import Navigation
import Testing

/// Mistakes of whoever writes a flow.
@Suite struct `A mistake stops the program` {
    @Test func `A flow is coordinated once`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let journey = Journey()
            journey.coordinator.coordinate(journey.app, with: TestScreen())
        }
        #expect(result?.says("A flow can be coordinated once; make another one.") == true)
    }

    @Test func `Steps that follow from each other come to an end`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Journey(answers: ["launch": .one(.forwardToCurrentFlow(withStep: "launch"))])
        }
        #expect(result?.says("More than 10,000 steps follow from one; there may be no end to them.") == true)
    }

    @Test func `many steps that do not follow from each other are no mistake`() {
        let journey = Journey()
        for _ in 0..<10_001 { journey.send("step") }
        #expect(journey.journal.lines.count == 10_001)
    }
}

extension ExitTest.Result {
    fileprivate func says(_ rule: String) -> Bool {
        String(decoding: standardErrorContent, as: UTF8.self).contains(rule)
    }
}
