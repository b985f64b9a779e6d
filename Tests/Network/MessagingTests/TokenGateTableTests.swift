import EnumTwins
import Messaging
import StatePattern
import Testing

@Suite struct TokenGateTableTests {
    @Test(arguments: GateMachine.allCases, GateCell.table)
    func `A gate reacts to a request as its table says`(machine: GateMachine, cell: GateCell) {
        let gate = machine.make()
        cell.situation.reach(with: gate)
        #expect(TokenGateContrast.state(of: gate) == cell.situation.rawValue)

        #expect(TokenGateContrast.perform(cell.request, on: gate) == cell.outcome)

        #expect(TokenGateContrast.state(of: gate) == cell.target.rawValue)
        #expect(gate.takeEffects() == cell.effects)
    }

    @Test(arguments: GateMachine.allCases, GateSituation.allCases)
    func `A gate refuses whatever its table does not say, and nothing changes`(
        machine: GateMachine, situation: GateSituation
    ) {
        let mentioned = Set(GateCell.table.filter { $0.situation == situation }.map(\.request))
        for request in TokenGateVariant.allCases where !mentioned.contains(request) {
            let gate = machine.make()
            situation.reach(with: gate)
            let (token, number, session) = (gate.token, gate.number, gate.session)

            #expect(TokenGateContrast.perform(request, on: gate) == .unhandled, "\(request)")

            #expect(TokenGateContrast.state(of: gate) == situation.rawValue)
            #expect(gate.token == token)
            #expect((gate.number, gate.session) == (number, session))
            #expect(gate.takeEffects() == [])
        }
    }

    @Test func `The table mentions each cell at most once, and every change of the token`() {
        #expect(Set(GateCell.table.map { "\($0)" }).count == GateCell.table.count)
        #expect(GateCell.table.count == 236)
        #expect(GateSituation.allCases.count * TokenGateVariant.allCases.count == 270)
        let changes: [TokenGateVariant] = [
            .anotherToken, .anotherUsersToken, .sameToken, .laterExpiry, .refusedToken, .noToken,
        ]
        #expect(GateCell.table.count { changes.contains($0.request) } == 18 * 6)
    }
}

extension GateSituation {
    fileprivate var isRefreshing: Bool {
        switch self {
        case .renewing, .refreshing, .refreshingCredentials: true
        case .closingDuringRefresh, .closingDuringRefreshOfCredentials: true
        default: false
        }
    }

    fileprivate var hasNoTokenInUse: Bool {
        switch self {
        case .loggedOut, .closingToLogOut: true
        case .closingToRefresh, .closingDuringRefresh, .closingToRefreshCredentials: true
        case .closingDuringRefreshOfCredentials, .closingToWait, .closingToRefuse: true
        case .refreshing, .refreshingCredentials, .waiting, .refused: true
        case .connecting, .lastTry, .fresh, .renewing, .expired, .closingToConnect: false
        }
    }
}

/// The consequences of a request in a situation.
struct GateCell: Sendable, CustomStringConvertible {
    let situation: GateSituation
    let request: TokenGateVariant
    let outcome: Outcome
    let target: GateSituation
    let effects: [TokenGate.Effect]

    /// A cell that leads from one state to another one.
    init(
        _ situation: GateSituation, _ request: TokenGateVariant, _ target: GateSituation,
        _ effects: [TokenGate.Effect] = []
    ) {
        self.init(situation, request, .transitioned, target, effects)
    }

    init(
        _ situation: GateSituation, _ request: TokenGateVariant, _ outcome: Outcome, _ target: GateSituation,
        _ effects: [TokenGate.Effect] = []
    ) {
        self.situation = situation
        self.request = request
        self.outcome = outcome
        self.target = target
        self.effects = effects
    }

    var description: String { "\(request) in \(situation.rawValue)" }
}

extension GateCell {
    static let table = unchanged + late + closed + open + closing + closingAfterRefusal + laterExpiries + refusedTokens

    /// The token that the gate has already changes nothing.
    private static let unchanged =
        GateSituation.allCases.map { GateCell($0, .sameToken, .handled, $0) } + [
            GateCell(.loggedOut, .noToken, .handled, .loggedOut),
            GateCell(.closingToLogOut, .noToken, .handled, .closingToLogOut),
        ]

    /// Without a token, or with one that was refused, every report about one is late; and so is the end of a refresh that
    /// is not under way, or of a wait without a token.
    private static let late =
        GateSituation.allCases.filter(\.hasNoTokenInUse).flatMap { situation in
            [TokenGateVariant.connected, .refused, .credentialsRefused, .refusedForNow, .expired]
                .map { GateCell(situation, $0, .handled, situation) }
        }
        + GateSituation.allCases.filter { !$0.isRefreshing }.flatMap { situation in
            [TokenGateVariant.refreshEnded, .refreshDenied].map { GateCell(situation, $0, .handled, situation) }
        }
        + [GateSituation.loggedOut, .closingToLogOut].map { GateCell($0, .retryTimerFired, .handled, $0) }

    private static let closed = [
        GateCell(.loggedOut, .anotherToken, .connecting, [.connect("ada", 1)]),
        GateCell(.loggedOut, .anotherUsersToken, .connecting, [.connect("bob", 1)]),

        GateCell(.refreshing, .anotherToken, .lastTry, [.cancelRefresh, .connect("ada", 2)]),
        GateCell(.refreshing, .anotherUsersToken, .connecting, [.cancelRefresh, .connect("bob", 2)]),
        GateCell(.refreshing, .noToken, .loggedOut, [.cancelRefresh]),
        GateCell(.refreshing, .refreshEnded, .waiting, [.startRetryTimer(number: 1)]),
        GateCell(.refreshing, .refreshDenied, .refused),

        GateCell(.refreshingCredentials, .anotherToken, .lastTry, [.cancelRefresh, .connect("ada", 2)]),
        GateCell(.refreshingCredentials, .anotherUsersToken, .connecting, [.cancelRefresh, .connect("bob", 2)]),
        GateCell(.refreshingCredentials, .noToken, .loggedOut, [.cancelRefresh]),
        GateCell(.refreshingCredentials, .refreshEnded, .refused),
        GateCell(.refreshingCredentials, .refreshDenied, .refused),

        GateCell(.waiting, .anotherToken, .connecting, [.cancelRetryTimer, .connect("ada", 2)]),
        GateCell(.waiting, .anotherUsersToken, .connecting, [.cancelRetryTimer, .connect("bob", 2)]),
        GateCell(.waiting, .noToken, .loggedOut, [.cancelRetryTimer]),
        GateCell(.waiting, .retryTimerFired, .connecting, [.cancelRetryTimer, .connectAgain("ada", "1", 2)]),

        GateCell(.refused, .anotherToken, .connecting, [.connect("ada", 2)]),
        GateCell(.refused, .anotherUsersToken, .connecting, [.connect("bob", 2)]),
        GateCell(.refused, .noToken, .loggedOut),
    ]

    private static let open = [
        GateCell(.connecting, .anotherToken, .closingToConnect, [.disconnect(number: 1)]),
        GateCell(.connecting, .anotherUsersToken, .closingToConnect, [.disconnect(number: 1)]),
        GateCell(.connecting, .noToken, .closingToLogOut, [.disconnect(number: 1)]),
        GateCell(.connecting, .connected, .fresh, [.startTimer(1)]),
        GateCell(.connecting, .refused, .closingToRefresh, [.disconnect(number: 1)]),
        GateCell(.connecting, .credentialsRefused, .closingToRefreshCredentials, [.disconnect(number: 1)]),
        GateCell(.connecting, .refusedForNow, .closingToWait, [.disconnect(number: 1)]),

        GateCell(.lastTry, .anotherToken, .closingToConnect, [.disconnect(number: 2)]),
        GateCell(.lastTry, .anotherUsersToken, .closingToConnect, [.disconnect(number: 2)]),
        GateCell(.lastTry, .noToken, .closingToLogOut, [.disconnect(number: 2)]),
        GateCell(.lastTry, .connected, .fresh, [.startTimer(2)]),
        GateCell(.lastTry, .refused, .closingToWait, [.disconnect(number: 2)]),
        GateCell(.lastTry, .credentialsRefused, .closingToRefuse, [.disconnect(number: 2)]),
        GateCell(.lastTry, .refusedForNow, .closingToWait, [.disconnect(number: 2)]),

        GateCell(.fresh, .anotherToken, .closingToConnect, [.cancelExpiryTimer, .disconnect(number: 1)]),
        GateCell(.fresh, .anotherUsersToken, .closingToConnect, [.cancelExpiryTimer, .disconnect(number: 1)]),
        GateCell(.fresh, .noToken, .closingToLogOut, [.cancelExpiryTimer, .disconnect(number: 1)]),
        GateCell(.fresh, .connected, .handled, .fresh),
        GateCell(.fresh, .refused, .closingToRefresh, [.cancelExpiryTimer, .disconnect(number: 1)]),
        GateCell(
            .fresh, .credentialsRefused, .closingToRefreshCredentials, [.cancelExpiryTimer, .disconnect(number: 1)]),
        GateCell(.fresh, .refusedForNow, .closingToWait, [.cancelExpiryTimer, .disconnect(number: 1)]),
        GateCell(.fresh, .expired, .renewing, [.cancelExpiryTimer, .askForRefresh(number: 1)]),

        GateCell(.renewing, .anotherToken, .closingToConnect, [.cancelRefresh, .disconnect(number: 1)]),
        GateCell(.renewing, .anotherUsersToken, .closingToConnect, [.cancelRefresh, .disconnect(number: 1)]),
        GateCell(.renewing, .noToken, .closingToLogOut, [.cancelRefresh, .disconnect(number: 1)]),
        GateCell(.renewing, .connected, .handled, .renewing),
        GateCell(.renewing, .refused, .closingDuringRefresh, [.disconnect(number: 1)]),
        GateCell(.renewing, .credentialsRefused, .closingDuringRefreshOfCredentials, [.disconnect(number: 1)]),
        GateCell(.renewing, .refusedForNow, .closingToWait, [.cancelRefresh, .disconnect(number: 1)]),
        GateCell(.renewing, .refreshEnded, .expired),
        GateCell(.renewing, .refreshDenied, .expired),

        GateCell(.expired, .anotherToken, .closingToConnect, [.disconnect(number: 1)]),
        GateCell(.expired, .anotherUsersToken, .closingToConnect, [.disconnect(number: 1)]),
        GateCell(.expired, .noToken, .closingToLogOut, [.disconnect(number: 1)]),
        GateCell(.expired, .connected, .handled, .expired),
        GateCell(.expired, .refused, .closingToRefresh, [.disconnect(number: 1)]),
        GateCell(.expired, .credentialsRefused, .closingToRefreshCredentials, [.disconnect(number: 1)]),
        GateCell(.expired, .refusedForNow, .closingToWait, [.disconnect(number: 1)]),
    ]

    /// The time of a token that was accepted begins anew.
    private static let laterExpiries =
        [
            GateCell(.fresh, .laterExpiry, .fresh, [.cancelExpiryTimer, .startLaterTimer(1)]),
            GateCell(.renewing, .laterExpiry, .fresh, [.cancelRefresh, .startLaterTimer(1)]),
            GateCell(.expired, .laterExpiry, .fresh, [.startLaterTimer(1)]),
        ]
        + GateSituation.allCases.filter { ![.fresh, .renewing, .expired].contains($0) }
        .map { GateCell($0, .laterExpiry, .handled, $0) }

    /// Another one is asked for, unless this one came of that.
    private static let refusedTokens =
        [
            GateCell(.loggedOut, .refusedToken, .refreshingCredentials, [.askForRefresh(number: 1)]),
            GateCell(.refreshing, .refusedToken, .refused, [.cancelRefresh]),
            GateCell(.refreshingCredentials, .refusedToken, .refused, [.cancelRefresh]),
            GateCell(
                .waiting, .refusedToken, .refreshingCredentials, [.cancelRetryTimer, .askForRefresh(number: 2)]),
            GateCell(.refused, .refusedToken, .refreshingCredentials, [.askForRefresh(number: 2)]),
            GateCell(.connecting, .refusedToken, .closingToRefreshCredentials, [.disconnect(number: 1)]),
            GateCell(.lastTry, .refusedToken, .closingToRefreshCredentials, [.disconnect(number: 2)]),
            GateCell(
                .fresh, .refusedToken, .closingToRefreshCredentials, [.cancelExpiryTimer, .disconnect(number: 1)]),
            GateCell(
                .renewing, .refusedToken, .closingToRefreshCredentials, [.cancelRefresh, .disconnect(number: 1)]),
            GateCell(.expired, .refusedToken, .closingToRefreshCredentials, [.disconnect(number: 1)]),
        ]
        + [.closingDuringRefresh, .closingDuringRefreshOfCredentials]
        .map { GateCell($0, .refusedToken, .handled, .closingToRefreshCredentials, [.cancelRefresh]) }
        + [
            .closingToLogOut, .closingToConnect, .closingToRefresh, .closingToRefreshCredentials, .closingToWait,
            .closingToRefuse,
        ]
        .map { GateCell($0, .refusedToken, .handled, .closingToRefreshCredentials) }

    private static let closing = [
        GateCell(.closingToLogOut, .anotherToken, .handled, .closingToConnect),
        GateCell(.closingToLogOut, .anotherUsersToken, .handled, .closingToConnect),
        GateCell(.closingToLogOut, .disconnected, .loggedOut),

        GateCell(.closingToConnect, .anotherToken, .handled, .closingToConnect),
        GateCell(.closingToConnect, .anotherUsersToken, .handled, .closingToConnect),
        GateCell(.closingToConnect, .noToken, .handled, .closingToLogOut),
        GateCell(.closingToConnect, .disconnected, .connecting, [.connect("ada", 2)]),
    ]

    private static let closingAfterRefusal =
        [GateSituation.closingToRefresh, .closingToRefreshCredentials, .closingToWait, .closingToRefuse]
        .flatMap { situation in changes(in: situation, []) }
        + [GateSituation.closingDuringRefresh, .closingDuringRefreshOfCredentials]
        .flatMap { situation in changes(in: situation, [.cancelRefresh]) }
        + [
            GateCell(.closingToRefresh, .disconnected, .refreshing, [.askForRefresh(number: 1)]),
            GateCell(
                .closingToRefreshCredentials, .disconnected, .refreshingCredentials, [.askForRefresh(number: 1)]),
            GateCell(.closingToWait, .disconnected, .waiting, [.startRetryTimer(number: 1)]),
            GateCell(.closingToRefuse, .disconnected, .refused),

            GateCell(.closingDuringRefresh, .refreshEnded, .handled, .closingToWait),
            GateCell(.closingDuringRefresh, .refreshDenied, .handled, .closingToRefuse),
            GateCell(.closingDuringRefresh, .disconnected, .refreshing),

            GateCell(.closingDuringRefreshOfCredentials, .refreshEnded, .handled, .closingToRefuse),
            GateCell(.closingDuringRefreshOfCredentials, .refreshDenied, .handled, .closingToRefuse),
            GateCell(.closingDuringRefreshOfCredentials, .disconnected, .refreshingCredentials),
        ]

    /// A newer token, or none, decides what follows the closing of a session that was refused.
    private static func changes(in situation: GateSituation, _ effects: [TokenGate.Effect]) -> [GateCell] {
        [
            GateCell(situation, .anotherToken, .handled, .closingToConnect, effects),
            GateCell(situation, .anotherUsersToken, .handled, .closingToConnect, effects),
            GateCell(situation, .noToken, .handled, .closingToLogOut, effects),
        ]
    }
}
