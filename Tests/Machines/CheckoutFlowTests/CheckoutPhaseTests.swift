import CheckoutFlow
import EnumTwins
import StateExploration
import StatePattern
import Testing

/// The classes of a flow's states, and its phases.
@Suite struct `The phase of a checkout` {
    @Test func `names the class of the state, in every situation, after every transition`() throws {
        var phases: Set<Checkout.Flow.Phase> = []
        for sequence in try CheckoutContrast.machine.explore().transitionTour() {
            let flow = Checkout.Flow()
            flow.observe { transition in
                Self.check(transition.target)
                phases.insert(transition.target.phase)
            }
            for request in sequence {
                _ = CheckoutContrast.perform(request, on: flow)
                #expect(flow.phase == flow.state.phase)
            }
        }
        #expect(phases == Set(Checkout.Flow.Phase.allCases))
    }

    private static func check(_ state: Checkout.Flow.State) {
        #expect("\(state.phase)" == state.path)
        switch state.phase {
        case .beforeLogIn: #expect(state is Checkout.Flow.BeforeLogIn)
        case .afterLogIn: #expect(state is Checkout.Flow.AfterLogIn)
        case .beforePayment: #expect(state is Checkout.Flow.BeforePayment)
        case .paymentSuccess: #expect(state is Checkout.Flow.PaymentSuccess)
        case .beforePush: #expect(state is Checkout.Flow.BeforePush)
        case .pushSuccess: #expect(state is Checkout.Flow.PushSuccess)
        case .stable: #expect(state is Checkout.Flow.Stable)
        }
    }

    @Test(arguments: Situation.allCases)
    func `is the same for the classes and the enum`(situation: Situation) {
        let phases = Machine.allCases.map { situation.reach(with: $0.make()).phase }
        #expect(phases[0] == phases[1])
    }
}

/// Requests as values.
@Suite struct `A request of a checkout` {
    @Test(arguments: Checkout.Flow.Request.allCases)
    func `is made as the method of its name`(request: Checkout.Flow.Request) {
        let flow = Checkout.Flow()
        flow.activate()
        var names: [String] = []
        let token = flow.observeRequests { names.append($0.request) }
        flow.perform(request)
        token.cancel()
        #expect(names.first.map { String($0.prefix { $0 != "(" }) } == "\(request)")
    }
}
