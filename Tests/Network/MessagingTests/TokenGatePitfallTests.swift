import Foundation
import Messaging
import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite struct TokenGatePitfallTests {
    @Test(arguments: [true, false])
    func `A token with refused credentials is not shown again after a log-out, or after another one`(
        isLogOut: Bool
    ) {
        let gate = TokenGate.example()
        for request in ["anotherToken", "credentialsRefused", "disconnected", "refreshEnded"] { gate.make(request) }
        gate.tokenChanged(to: isLogOut ? nil : AccessToken(user: "ada", secret: "2"))
        _ = gate.takeEffects()
        gate.tokenChanged(to: AccessToken(user: "ada", secret: "1"))
        gate.disconnected(number: gate.session)
        #expect(gate.phase.description == "Refreshing")
        #expect(gate.takeEffects().last == .askForRefresh(number: gate.number))
        gate.refreshEnded(number: gate.number)
        #expect(gate.phase.description == "Refused")
        #expect(gate.takeEffects() == [])
    }

    @Test func `A refused token of another user did not come of the refresh, and has a separate one`() {
        let gate = GateSituation.refreshing.reach(with: TokenGate.example())
        gate.tokenChanged(to: AccessToken(user: "bob", secret: "0"))
        #expect(gate.phase.description == "Refreshing")
        #expect(gate.takeEffects() == [.cancelRefresh, .askForRefresh(number: 2)])
    }

    @Test func `A token that was refused for now may be shown again at once`() {
        let gate = GateSituation.closingToWait.reach(with: TokenGate())
        for secret in ["2", "1"] { gate.tokenChanged(to: AccessToken(user: "ada", secret: secret)) }
        gate.disconnected(number: 1)
        #expect(gate.takeEffects() == [.connectAgain("ada", "1", 3)])
    }

    @Test func `A token that does not say when it expires has no timer`() {
        let gate = GateSituation.connecting.reach(with: TokenGate(), expiry: nil)
        gate.connected(number: 1)
        gate.tokenChanged(to: nil)
        #expect(gate.takeEffects() == [.disconnect(number: 1)])
    }

    @Test(arguments: GateSituation.allCases, [-2, -1, 1])
    func `A report about another token, session or refresh than the newest changes nothing`(
        situation: GateSituation, offset: Int
    ) {
        for report in [
            "connected", "credentialsRefused", "expired", "refreshEnded", "refreshDenied", "retryTimerFired",
        ]
            + ["disconnected"]
        {
            let gate = situation.reach(with: TokenGate.example())
            let outcome = TokenGate.requests(offset: offset).make(report, of: gate) { TokenGate.example() }
            #expect(outcome == .handled, "\(report)")
            #expect(gate.stateInModel == situation.rawValue && gate.takeEffects() == [], "\(report)")
        }
    }

    @Test func `A deactivated gate cancels its timer and refuses everything`() {
        let gate = GateSituation.fresh.reach(with: TokenGate())
        gate.deactivate()
        #expect(gate.takeEffects() == [.cancelExpiryTimer])
        #expect(gate.tokenChanged(to: AccessToken(user: "bob", secret: "2")) == .unhandled)
        #expect(gate.takeEffects() == [])
    }
}

/// The way back from refusals.
@Suite struct `The way back of a token gate` {
    @Test func `begins with another wait when a refresh brings back a token that was refused for an unknown reason`() {
        let gate = GateSituation.lastTry.reach(with: TokenGate.example())
        gate.refused(number: gate.number)
        gate.disconnected(number: gate.session)
        #expect(gate.phase == .waiting)
        gate.tokenChanged(to: AccessToken(user: "ada", secret: "1"))
        #expect(gate.phase == .refreshing)
        _ = gate.takeEffects()
        gate.tokenChanged(to: AccessToken(user: "ada", secret: "2"))
        #expect(gate.phase == .waiting)
        #expect(gate.takeEffects() == [.cancelRefresh, .startRetryTimer(number: 4)])
        gate.retryTimerFired(number: gate.number)
        #expect(gate.takeEffects() == [.cancelRetryTimer, .connectAgain("ada", "2", 5)])
    }

    @Test func `is open after a log-out for a token that was refused for an unknown reason`() {
        let gate = GateSituation.refused.reach(with: TokenGate.example())
        gate.tokenChanged(to: nil)
        gate.tokenChanged(to: AccessToken(user: "ada", secret: "1"))
        #expect(gate.takeEffects() == [.connectAgain("ada", "1", 2)])
    }
}
