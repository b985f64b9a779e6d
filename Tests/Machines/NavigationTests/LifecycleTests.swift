import Navigation
import StateExploration
import StatePattern
import Testing

/// Decisions of a flow about its steps.
@Suite struct `Adapting a step` {
    private let journey = Journey()

    @Test func `a flow that ends with its initial step is never listened to`() {
        let stepper = EagerStepper(initialStep: "done")
        stepper.steps.emit("early")
        let child = journey.addChild(stepper: stepper) { $0.answers["done"] = .end(forwardingToParent: "result") }
        stepper.steps.emit("late")
        #expect(journey.journal.lines == ["app: add child", "child: done", "app: result"])
        #expect(child.lifecycle.hasEnded)
        #expect(stepper.calls == 0)
    }

    @Test func `another step can be carried out in its place, or none`() {
        journey.app.adaptations = ["home": .carryOut("log in"), "spam": .drop]
        journey.send("home")
        journey.send("spam")
        journey.send("other")
        #expect(journey.journal.lines == ["app: log in", "app: other"])
    }

    @Test func `other flows continue while one waits`() {
        let stepper = TestScreen()
        _ = journey.addChild(stepper: stepper)
        _ = journey.delay("camera")
        journey.send("camera")
        _ = journey.journal.take()
        stepper.steps.emit("next")
        #expect(journey.journal.lines == ["child: next"])
    }

    @Test func `an answer that comes after the end of the flow does nothing`() {
        let late = DelayedStep<String>()
        let stepper = TestScreen()
        let child = journey.addChild(stepper: stepper) { $0.adaptations["wait"] = .delay(late) }
        stepper.steps.emit("wait")
        child.root.presentation.dismiss()
        late.answer(.carryOut("too late"))
        #expect(journey.journal.lines == ["app: add child"])
    }

    /// In 100 random runs, in which an answer may be there before its step.
    @Test func `a step can be delayed, those behind it wait, and only its first answer counts`() {
        var generator = SeededGenerator(seed: 43)
        for _ in 0..<100 {
            let journey = Journey()
            var (expected, unanswered): ([String], [() -> Void]) = ([], [])
            for number in 0..<30 {
                let (step, isDropped) = ("\(number)", Int.random(in: 0..<4, using: &generator) == 0)
                let delayed = DelayedStep<String>()
                func answer() {
                    delayed.answer(isDropped ? .drop : .carryOut("answer \(step)"))
                    delayed.answer(.carryOut("another answer"))
                }
                let chance = Int.random(in: 0..<9, using: &generator)
                if chance < 3 { journey.app.adaptations[step] = .delay(delayed) }
                if chance == 0 { answer() } else if chance < 3 { unanswered.append(answer) }
                if chance > 2 || !isDropped { expected.append("app: \(chance > 2 ? "" : "answer ")\(step)") }
                journey.send(step)
                if let answer = unanswered.indices.randomElement(using: &generator), Bool.random(using: &generator) {
                    unanswered.remove(at: answer)()
                }
                #expect(journey.journal.lines == Array(expected.prefix(journey.journal.lines.count)))
                if unanswered.isEmpty { #expect(journey.journal.lines == expected && journey.app.lifecycle.isReady) }
            }
            for answer in unanswered.shuffled(using: &generator) { answer() }
            #expect(journey.journal.lines == expected)
        }
    }
}
