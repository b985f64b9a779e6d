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

    @Test func `No description of a gate or its effects shows a secret`() {
        let gate = TokenGate()
        gate.tokenChanged(to: AccessToken(user: "ada", secret: "secret"))
        var text = "\(gate.state.statePath) \(String(describing: gate.token)) \(String(reflecting: gate.token))"
        dump(gate.token, to: &text)
        let effects = gate.takeEffects()
        dump(effects, to: &text)
        #expect(effects.map { "\($0)" } == ["connect(token of ada, number: 1)"])
        #expect(!text.contains("secret"))
    }

    @Test func `In every story one session is closed before the next, and one refresh runs at a time`() {
        var generator = SeededGenerator(seed: 3)
        // Most reports are on time.
        let lists = [0, 0, 0, -1, -2, 1].map { offset in
            [nil, TokenGate.exampleExpiry].map { expiry in
                TokenGate.requests(offset: offset, expiry: expiry).named { TokenGate.example() }
            }
        }
        for _ in 1...300 {
            let gate = TokenGate.example()
            var open: Int?
            var refresh: Int?
            var refused = TokenGate.refusedTokens
            /// Those that may be tried again after a wait, or a log-out.
            var suspected: Set<AccessToken> = []
            for _ in 1...60 {
                let number = Int.random(in: lists.indices, using: &generator)
                let made = lists[number].randomElement(using: &generator)!.randomElement(using: &generator)!
                let (request, isOnTime) = (made.name, number < 3)
                if isOnTime, request == "disconnected" {
                    // Only the owner knows what is open: a session is not closed without a disconnect effect.
                    guard gate.afterClosing != nil else { continue }
                    open = nil
                }
                if isOnTime, open == gate.number, gate.refusal == nil, let token = gate.token {
                    if request == "credentialsRefused" { refused.insert(token) }
                    if request == "refused" { suspected.insert(token) }
                }
                if isOnTime, request == "retryTimerFired", gate.phase == .waiting { suspected = [] }
                if request == "noToken" { suspected = [] }
                if isOnTime, request == "refreshEnded", refresh == gate.number { refresh = nil }
                if isOnTime, request == "refreshDenied", refresh == gate.number { refresh = nil }
                var machine = gate
                _ = made.make(&machine)
                for effect in gate.takeEffects() {
                    switch effect {
                    case .connect(let token, let number):
                        #expect(open == nil)
                        #expect(token == gate.token)
                        #expect(!refused.contains(token))
                        #expect(!suspected.contains(token))
                        open = number
                    case .disconnect(let number): #expect(open == number)
                    case .askForRefresh(let number):
                        #expect(refresh == nil)
                        refresh = number
                    case .cancelRefresh:
                        #expect(refresh != nil)
                        refresh = nil
                    case .startExpiryTimer(_, let number): #expect(open == number)
                    case .startRetryTimer: #expect(open == nil && refresh == nil)
                    case .cancelExpiryTimer, .cancelRetryTimer: break
                    }
                }
            }
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

/// The way back from refusals, in every situation that a gate gets into.
@Suite struct `The way back of a token gate` {
    /// The situations in which there is no token, or certainly no good one.
    private static let lost: Set<GateSituation> = [
        .loggedOut, .closingToLogOut, .closingToRefreshCredentials, .closingDuringRefreshOfCredentials,
        .closingToRefuse, .refreshingCredentials, .refused,
    ]

    /// The situations that some requests lead to from one, in any order and number.
    private static func reachable(
        from situation: GateSituation, by requests: [String]
    ) throws -> Set<GateSituation> {
        let graph = try TokenGate.model.explore()
        let start = try #require(graph.states.firstIndex(of: situation.rawValue))
        let columns = graph.requests.indices.filter { requests.contains(graph.requests[$0]) }
        var reached: Set = [start]
        var rest = [start]
        while let state = rest.popLast() {
            for target in columns.map({ graph.cells[state][$0].target }) where reached.insert(target).inserted {
                rest.append(target)
            }
        }
        let names = Set(reached.map { graph.states[$0] })
        return Set(GateSituation.allCases.filter { names.contains($0.rawValue) })
    }

    @Test(arguments: GateSituation.allCases)
    func `leads to a session with no other token, unless there is certainly none`(situation: GateSituation) throws {
        let reached = try Self.reachable(
            from: situation, by: ["connected", "refreshEnded", "retryTimerFired", "disconnected"])
        #expect(reached.isDisjoint(with: [.fresh, .renewing, .expired]) == Self.lost.contains(situation))
    }

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

    @Test func `tells late reports about the session before a wait from those about the next one`() {
        let gate = GateSituation.waiting.reach(with: TokenGate.example())
        gate.retryTimerFired(number: 1)
        #expect(gate.refused(.credentials, number: 1) == .handled)
        #expect(gate.retryTimerFired(number: 1) == .handled)
        #expect(gate.disconnected(number: 1) == .handled)
        #expect(gate.phase == .connecting)
        #expect(gate.connected(number: 2) == .transitioned)
    }
}
