import EnumTwins
import Messaging
import StatePattern
import Testing

@Suite struct TokenGateOwnershipTests {
    @Test(arguments: GateSituation.allCases)
    func `Dropping a gate frees it and its states`(situation: GateSituation) {
        var gate: TokenGate? = situation.reach(with: TokenGate())
        weak let remainingGate = gate
        weak let remainingState = gate?.state
        weak let remainingSuperstate = gate?.state.superstate
        #expect(remainingState != nil)

        gate = nil

        #expect(remainingGate == nil)
        #expect(remainingState == nil)
        #expect(remainingSuperstate == nil)
    }

    @Test func `A deactivated gate cancels its timer and refuses everything`() {
        let gate = GateSituation.fresh.reach(with: TokenGate())
        gate.deactivate()
        #expect(gate.takeEffects() == [.cancelExpiryTimer])
        #expect(gate.tokenChanged(to: AccessToken(user: "bob", secret: "2")) == .unhandled)
        #expect(gate.takeEffects() == [])
    }
}
