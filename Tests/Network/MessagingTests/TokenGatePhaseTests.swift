import EnumTwins
import StateExploration
import StatePattern
import Testing

@testable import Messaging

/// The classes of a gate's states, and its phases.
@Suite struct `The phase of a token gate` {
    @Test func `names the class of the state, in every situation, after every request`() throws {
        var phases: Set<TokenGate.Phase> = []
        for sequence in try TokenGateContrast.machine.explore().transitionTour() {
            let gate = TokenGateContrast.makeGate()
            for request in sequence {
                _ = TokenGateContrast.perform(request, on: gate)
                Self.check(gate)
                phases.insert(gate.phase)
            }
        }
        #expect(phases == Set(TokenGate.Phase.allCases))
    }

    private static func check(_ gate: TokenGate) {
        let state = gate.state
        #expect("\(gate.phase)" == state.path)
        switch gate.phase {
        case .loggedOut: #expect(state is TokenGate.LoggedOut)
        case .connecting: #expect(state is TokenGate.Connecting)
        case .connected: #expect(state is TokenGate.Connected.Fresh)
        case .renewing: #expect(state is TokenGate.Connected.Renewing)
        case .expired: #expect(state is TokenGate.Connected.Expired)
        case .closing: #expect(state is TokenGate.Closing)
        case .refreshing: #expect(state is TokenGate.Refreshing)
        case .waiting: #expect(state is TokenGate.Waiting)
        case .refused: #expect(state is TokenGate.Refused)
        }
    }

    @Test(arguments: GateSituation.allCases)
    func `is the same for the classes and the enum`(situation: GateSituation) {
        let phases = GateMachine.allCases.map { situation.reach(with: $0.make()).phase }
        #expect(phases[0] == phases[1])
    }
}

/// Requests as values.
@Suite struct `A request of a token gate` {
    @Test(arguments: TokenGate.Request.allCases)
    func `is made as the method of its name`(request: TokenGate.Request) {
        let gate = TokenGateContrast.makeGate()
        gate.activate()
        var names: [String] = []
        let token = gate.observeRequests { names.append($0.request) }
        gate.perform(request)
        token.cancel()
        #expect(names.map { String($0.prefix { $0 != "(" }) } == ["\(request)"])
    }
}
