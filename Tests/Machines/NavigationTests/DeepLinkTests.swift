import Foundation
import Navigation
import StatePattern
import Testing

/// A list of steps that is carried out as the flows become ready.
@Suite(.timeLimit(.minutes(60))) struct `Deep links` {
    private let journey = Journey()

    @Test func `each step goes to the flow that accepts it, one after the other`() {
        let child = TestFlow("child", journey.journal)
        child.acceptedSteps = ["detail", "reviews"]
        journey.app.acceptedSteps = ["tab"]
        journey.app.answers["tab"] = .flow(child, startingAt: "begin")
        journey.coordinator.navigate(to: ["tab", "detail", "reviews"])
        #expect(journey.journal.lines == ["app: tab", "child: begin", "child: detail", "child: reviews"])
        #expect(journey.coordinator.waitingSteps == [])
    }

    @Test func `steps that no flow accepts wait for one that does`() {
        journey.app.acceptedSteps = ["tab"]
        journey.coordinator.navigate(to: ["tab", "detail"])
        journey.send("other")
        #expect(journey.journal.take() == ["app: tab", "app: other"])
        #expect(journey.coordinator.waitingSteps == ["detail"])
        _ = journey.addChild(stepper: OneStepper("begin")) { $0.acceptedSteps = ["detail"] }
        #expect(journey.journal.lines == ["app: add child", "child: begin", "child: detail"])
        #expect(journey.coordinator.waitingSteps == [])
    }

    @Test func `a link that comes before any flow is there waits for the first one`() {
        let (coordinator, journal) = (FlowCoordinator<String>(), Journal())
        coordinator.navigate(to: ["detail"])
        let flow = TestFlow("flow", journal)
        flow.acceptedSteps = ["detail"]
        coordinator.coordinate(flow, startingAt: "begin")
        #expect(journal.lines == ["flow: begin", "flow: detail"])
    }

    @Test func `a flow that changes its mind gets the step after the next one it carries out`() {
        journey.coordinator.navigate(to: ["secret"])
        journey.app.actions["unlock"] = { [app = journey.app] in app.acceptedSteps = ["secret"] }
        journey.send("unlock")
        journey.app.actions = [:]
        #expect(journey.journal.lines == ["app: unlock", "app: secret"])
    }

    @Test func `of several flows that accept a step, the one that was taken on last gets it`() {
        journey.app.acceptedSteps = ["step"]
        for name in ["left", "right"] { _ = journey.addChild(name) { $0.acceptedSteps = ["step"] } }
        _ = journey.journal.take()
        journey.coordinator.navigate(to: ["step"])
        #expect(journey.journal.lines == ["right: step"])
    }

    @Test func `a new link takes the place of one that waits: for a flow, for its flow, or for its delayed step`() {
        journey.coordinator.navigate(to: ["old"])
        journey.coordinator.navigate(to: ["new"])
        _ = journey.addChild { $0.acceptedSteps = ["old", "new"] }
        #expect(journey.journal.take() == ["app: add child", "child: new"])

        let (asked, delayed) = (journey.delay("ask"), journey.delay("delayed"))
        journey.app.acceptedSteps = ["app's", "app's, too", "delayed", "newer"]
        journey.send("ask")
        journey.coordinator.navigate(to: ["app's", "app's, too"])
        journey.coordinator.navigate(to: ["newer"])
        asked.answer(.carryOut("asked"))
        #expect(journey.journal.take() == ["app: asked", "app: newer"])

        journey.coordinator.navigate(to: ["delayed"])
        journey.coordinator.navigate(to: ["newer"])
        delayed.answer(.carryOut("delayed"))
        #expect(journey.journal.lines == ["app: newer"])
        #expect(journey.coordinator.waitingSteps == [])
    }

    @Test func `the rest of a link waits while a step of it is delayed`() {
        let delayed = journey.delay("1")
        journey.app.acceptedSteps = ["1", "2"]
        journey.coordinator.navigate(to: ["1", "2"])
        #expect(journey.coordinator.waitingSteps == ["1", "2"])
        delayed.answer(.carryOut("one"))
        #expect(journey.journal.lines == ["app: one", "app: 2"])
    }

    @Test func `a step looks for another flow if its flow ends before it is ready`() {
        let delayed = DelayedStep<String>()
        let first = journey.addChild("first", stepper: OneStepper("begin")) { flow in
            flow.adaptations["begin"] = .delay(delayed)
            flow.acceptedSteps = ["detail"]
        }
        journey.coordinator.navigate(to: ["detail"])
        first.root.presentation.dismiss()
        _ = journey.addChild("second") { $0.acceptedSteps = ["detail"] }
        #expect(journey.journal.lines == ["app: add first", "app: add second", "second: detail"])
    }

    @Test func `a link waits for another flow if its flow ends from outside, with a flow below it`() {
        _ = journey.delay("ask")
        journey.app.acceptedSteps = ["link"]
        let child = journey.addChild()
        journey.send("ask")
        journey.coordinator.navigate(to: ["link"])
        var flowsAtEnd: [String] = ["not told"]
        child.lifecycle.observe { _ in flowsAtEnd = journey.flows }
        journey.app.root.presentation.dismiss()
        #expect(journey.journal.take() == ["app: add child"])
        #expect(flowsAtEnd == [])
        #expect(journey.flows == [])
        #expect(child.lifecycle.hasEnded)
        #expect(journey.coordinator.waitingSteps == ["link"])
        let other = TestFlow("other", journey.journal)
        other.acceptedSteps = ["link"]
        journey.coordinator.coordinate(other, stepper: TestScreen())
        #expect(journey.journal.lines == ["other: link"])
    }

    @Test func `a link of more than 10,000 steps is refused, and the one that waits stays`() {
        journey.app.acceptedSteps = ["link"]
        #expect(journey.coordinator.navigate(to: ["waits"]))
        for count in [10_001, 1_000_000] {
            #expect(!journey.coordinator.navigate(to: Array(repeating: "link", count: count)))
        }
        #expect(journey.journal.lines == [])
        #expect(journey.coordinator.waitingSteps == ["waits"])
    }

    @Test func `a link may have 10,000 steps, each of which leads to another one, also from within a step`() {
        let link = Array(repeating: "link", count: 10_000)
        journey.app.acceptedSteps = ["link"]
        journey.app.answers["link"] = .forward("more")
        journey.coordinator.onDidNavigate { [coordinator = journey.coordinator] _, step in
            if step == "within" { coordinator.navigate(to: link) }
        }
        journey.send("begin")
        #expect(journey.coordinator.navigate(to: link))
        journey.send("within")
        let lines = link.flatMap { _ in ["app: link", "app: more"] }
        #expect(journey.journal.lines == ["app: begin"] + lines + ["app: within"] + lines)
        #expect(journey.coordinator.waitingSteps == [])
    }
}

/// Flows in one another, more than a link has steps.
@Suite(.timeLimit(.minutes(60))) struct `Deep flows` {
    /// A flow that opens another one in itself, and passes all other steps up.
    private final class Level: Flow {
        let lifecycle = FlowLifecycle()
        let root = TestScreen.visible()

        func accepts(step: String) -> Bool { step == "deeper" }

        func navigate(to step: String) -> FlowContributors<String> {
            switch step {
            case "deeper": .flow(Level(), startingAt: "begin")
            case "begin": .screen(root)
            case "end": .end(forwardingToParent: "end")
            default: .forwardToParent(step)
            }
        }
    }

    private let coordinator = FlowCoordinator<String>()
    private let top = Level()

    init() { coordinator.coordinate(top, startingAt: "begin") }

    /// Opens flows without a link, and returns the deepest one.
    private func open(_ count: Int) -> Level? {
        var deepest: Level? = top
        let token = coordinator.onDidNavigate { flow, step in
            if step == "begin" { deepest = flow as? Level }
        }
        for _ in 0..<count { deepest?.root.steps.emit("deeper") }
        token.cancel()
        return deepest
    }

    @Test func `a step passes up through 10,001, which end one after the other by the steps of their children`() {
        let deepest = open(10_001)
        var flows = 0
        coordinator.onDidNavigate { _, _ in flows += 1 }
        for step in ["unknown", "end"] { deepest?.root.steps.emit(step) }
        #expect(flows == 2 * 10_002)
        #expect(top.lifecycle.hasEnded)
        #expect(coordinator.flows.isEmpty)
    }

    @Test(arguments: [false, true])
    func `10,001 end or are freed together, on a thread with a small stack`(isDismissed: Bool) async {
        let isFreed = await withCheckedContinuation { continuation in
            let thread = Thread {
                weak var deepest: Level?
                do {
                    let flows = `Deep flows`()
                    deepest = flows.open(10_001)
                    if isDismissed { flows.top.root.presentation.dismiss() }
                }
                continuation.resume(returning: deepest == nil)
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(isFreed)
    }
}
