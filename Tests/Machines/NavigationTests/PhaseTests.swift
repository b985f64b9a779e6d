import EnumTwins
import Navigation
import StateExploration
import StatePattern
import Testing

/// The classes of a lifecycle's states, and its phases.
@Suite struct `The phase of a lifecycle` {
    @Test(
        arguments: [
            ([], FlowLifecycle.Phase.created), ([.start], .ready), ([.start, .end], .ended), ([.end], .ended),
            ([.start, .navigate], .ready),
        ] as [([FlowLifecycle.Request], FlowLifecycle.Phase)])
    func `names the class of the state`(requests: [FlowLifecycle.Request], phase: FlowLifecycle.Phase) {
        let lifecycle = FlowLifecycle()
        for request in requests { lifecycle.perform(request) }
        check(lifecycle, phase)
    }

    @Test func `names the class of the state when a step is delayed, too`() {
        let lifecycle = FlowLifecycle()
        lifecycle.perform(.start) { false }
        check(lifecycle, .delayed)
        lifecycle.perform(.resume)
        check(lifecycle, .ready)
        lifecycle.perform(.navigate) { false }
        check(lifecycle, .delayed)
    }

    private func check(_ lifecycle: FlowLifecycle, _ phase: FlowLifecycle.Phase) {
        let state = lifecycle.state
        #expect(lifecycle.phase == phase)
        #expect("\(phase)" == state.path)
        switch lifecycle.phase {
        case .created: #expect(state is FlowLifecycle.Created)
        case .ready: #expect(state is FlowLifecycle.Ready)
        case .delayed: #expect(state is FlowLifecycle.Delayed)
        case .ended: #expect(state is FlowLifecycle.Ended)
        }
        #expect(lifecycle.isReady == (phase == .ready))
        #expect(lifecycle.hasEnded == (phase == .ended))
    }
}

/// The classes of a presentation's states, and its phases.
@Suite struct `The phase of a presentation` {
    @Test func `names the class of the state, in every situation, after every request`() throws {
        var phases: Set<Presentation.Phase> = []
        for sequence in try PresentationContrast.machine.explore().transitionTour() {
            let presentation = Presentation()
            for request in sequence {
                presentation.perform(request)
                check(presentation)
                phases.insert(presentation.phase)
            }
        }
        #expect(phases == Set(Presentation.Phase.allCases))
    }

    private func check(_ presentation: Presentation) {
        let state = presentation.state
        #expect("\(presentation.phase)" == state.path)
        switch presentation.phase {
        case .unpresented: #expect(state is Presentation.Unpresented)
        case .visible: #expect(state is Presentation.Visible)
        case .hidden: #expect(state is Presentation.Hidden)
        case .dismissed: #expect(state is Presentation.Dismissed)
        }
    }
}

/// Requests as values.
@Suite struct `A request of a flow's machines` {
    @Test(arguments: FlowLifecycle.Request.allCases)
    func `is made as the lifecycle's method of its name`(request: FlowLifecycle.Request) {
        let lifecycle = FlowLifecycle()
        lifecycle.activate()
        var names: [String] = []
        let token = lifecycle.observeRequests { names.append($0.request) }
        lifecycle.perform(request)
        token.cancel()
        #expect(names.map { String($0.prefix { $0 != "(" }) } == ["\(request)"])
    }

    @Test(arguments: Presentation.Request.allCases)
    func `is made as the presentation's method of its name`(request: Presentation.Request) {
        let presentation = Presentation()
        presentation.activate()
        var names: [String] = []
        let token = presentation.observeRequests { names.append($0.request) }
        presentation.perform(request)
        token.cancel()
        #expect("\(request)".hasPrefix(names.first.map { String($0.prefix { $0 != "(" }) } ?? "none"))
    }
}
