import EnumTwins
import Messaging
import StateExploration
import StatePattern
import Testing

/// The way back from refusals, in every situation that a gate gets into.
@Suite struct `The way back of a token gate` {
    /// The situations in which there is no token, or certainly no good one.
    private static let lost: Set<GateSituation> = [
        .loggedOut, .closingToLogOut, .closingToRefreshCredentials, .closingDuringRefreshOfCredentials,
        .closingToRefuse, .refreshingCredentials, .refused,
    ]

    /// The situations that some requests lead to from one, in any order and number.
    private static func reachable(
        from situation: GateSituation, by requests: [TokenGateRequest]
    ) throws -> Set<GateSituation> {
        let graph = try TokenGateModel.machine.explore()
        let start = try #require(graph.states.firstIndex(of: situation.rawValue))
        let columns = graph.requests.indices.filter { requests.contains(graph.requests[$0]) }
        var reached: Set = [start]
        var rest = [start]
        while let state = rest.popLast() {
            for target in columns.map({ graph.cells[state][$0].target }) where reached.insert(target).inserted {
                rest.append(target)
            }
        }
        return Set(reached.compactMap { GateSituation(rawValue: graph.states[$0]) })
    }

    @Test(arguments: GateSituation.allCases)
    func `leads to a session with no other token, unless there is certainly none`(situation: GateSituation) throws {
        let reached = try Self.reachable(
            from: situation, by: [.connected, .refreshEnded, .retryTimerFired, .disconnected])
        #expect(reached.isDisjoint(with: [.fresh, .renewing, .expired]) == Self.lost.contains(situation))
    }

    @Test func `is never lost by refusals that may pass, in any order`() throws {
        let reached = try Self.reachable(
            from: .connecting,
            by: [
                .connected, .refused, .refusedForNow, .expired, .refreshEnded, .retryTimerFired, .disconnected,
                .anotherToken, .sameToken, .laterExpiry,
            ])
        #expect(reached.isDisjoint(with: Self.lost))
        #expect(reached.contains(.waiting))
    }

    @Test func `begins with another wait when a refresh brings back a token that was refused for an unknown reason`() {
        let gate = GateSituation.lastTry.reach(with: TokenGateModel.makeGate())
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
        let gate = GateSituation.refused.reach(with: TokenGateModel.makeGate())
        gate.tokenChanged(to: nil)
        gate.tokenChanged(to: AccessToken(user: "ada", secret: "1"))
        #expect(gate.takeEffects() == [.connectAgain("ada", "1", 2)])
    }

    @Test func `tells late reports about the session before a wait from those about the next one`() {
        let gate = GateSituation.waiting.reach(with: TokenGateModel.makeGate())
        gate.retryTimerFired(number: 1)
        #expect(gate.refused(.credentials, number: 1) == .handled)
        #expect(gate.retryTimerFired(number: 1) == .handled)
        #expect(gate.disconnected(number: 1) == .handled)
        #expect(gate.phase == .connecting)
        #expect(gate.connected(number: 2) == .transitioned)
    }
}
