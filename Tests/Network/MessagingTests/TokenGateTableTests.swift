import Messaging
import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite struct `A token gate` {
    /// The model leaves out the tokens and the numbers of the effects.
    @Test(arguments: GateSituation.allCases)
    func `reacts to each request in each state as its table says`(situation: GateSituation) throws {
        for request in try TokenGate.model.explore().requests {
            let cells = GateCell.table.filter { $0.state == situation && $0.request == request }
            #expect(cells.count <= 1, "\(request)")
            let gate = situation.reach(with: TokenGate.example())
            let data = [gate.token, gate.number, gate.session] as [AnyHashable]
            #expect(gate.make(request) == cells.first?.outcome ?? .unhandled, "\(request)")
            #expect(gate.stateInModel == (cells.first?.target ?? situation).rawValue, "\(request)")
            #expect(gate.takeEffects() == cells.first?.effects ?? [], "\(request)")
            if cells.isEmpty { #expect(data == [gate.token, gate.number, gate.session], "\(request)") }
        }
    }

    @Test func `has the states of the table, no dead end, and no request that nothing handles`() throws {
        let graph = try TokenGate.model.explore()
        #expect(Set(graph.states) == Set(GateSituation.allCases.map(\.rawValue)))
        #expect(graph.deadEnds == [])
        #expect(graph.unhandledRequests == [])
    }

    @Test func `reacts as its table says however it got into a situation`() throws {
        let graph = try TokenGate.model.explore()
        let table = MachineModel(graph, named: "table")
        let comparison = TokenGate.model.compareAtRandom(with: table, seed: 7, sequences: 300, length: 60)
        if let difference = comparison.difference { Issue.record("\(difference)") }
    }

    @Test func `has a phase that names the class of its state`() throws {
        expectPhases(\.phase, along: try TokenGate.model.explore(), of: { TokenGate.example() }) {
            $1.make($0)
        }
    }
}

extension Set<GateSituation> {
    fileprivate static let refreshing: Set = [
        .renewing, .refreshing, .refreshingCredentials, .closingDuringRefresh, .closingDuringRefreshOfCredentials,
    ]
    fileprivate static let withTokenInUse: Set = [
        .connecting, .lastTry, .fresh, .renewing, .expired, .closingToConnect,
    ]
}

typealias GateCell = TableCell<GateSituation, String, TokenGate.Effect>

extension GateCell {
    static let table: [GateCell] =
        unchanged + late + closed + open + closing + closingAfterRefusal + laterExpiries + refusedTokens

    /// The token that the gate has already changes nothing.
    private static let unchanged: [GateCell] =
        GateSituation.allCases.map { GateCell($0, "sameToken", .handled, $0) }
        + [GateSituation.loggedOut, .closingToLogOut].map { GateCell($0, "noToken", .handled, $0) }

    /// Without a token, or with one that was refused, every report about one is late. So is the end of a refresh that
    /// is not in progress, or of a wait without a token.
    private static let late: [GateCell] =
        GateSituation.allCases.filter { !Set.withTokenInUse.contains($0) }.flatMap { situation in
            ["connected", "refused", "credentialsRefused", "refusedForNow", "expired"]
                .map { GateCell(situation, $0, .handled, situation) }
        }
        + GateSituation.allCases.filter { !Set.refreshing.contains($0) }.flatMap { situation in
            ["refreshEnded", "refreshDenied"].map { GateCell(situation, $0, .handled, situation) }
        }
        + [GateSituation.loggedOut, .closingToLogOut].map { GateCell($0, "retryTimerFired", .handled, $0) }

    /// Another token is connected with at once. One that came of a refresh has its last try.
    private static let closed: [GateCell] =
        ([
            (.refreshing, .lastTry, [.cancelRefresh]), (.refreshingCredentials, .lastTry, [.cancelRefresh]),
            (.waiting, .connecting, [.cancelRetryTimer]), (.refused, .connecting, []),
        ] as [(GateSituation, GateSituation, [TokenGate.Effect])]).flatMap { situation, next, exit in
            [
                GateCell(situation, "anotherToken", next, exit + [.connect("ada", 2)]),
                GateCell(situation, "anotherUsersToken", .connecting, exit + [.connect("bob", 2)]),
                GateCell(situation, "noToken", .loggedOut, exit),
            ]
        } + [
            GateCell(.loggedOut, "anotherToken", .connecting, [.connect("ada", 1)]),
            GateCell(.loggedOut, "anotherUsersToken", .connecting, [.connect("bob", 1)]),
            GateCell(.refreshing, "refreshEnded", .waiting, [.startRetryTimer(number: 1)]),
            GateCell(.refreshing, "refreshDenied", .refused),
            GateCell(.refreshingCredentials, "refreshEnded", .refused),
            GateCell(.refreshingCredentials, "refreshDenied", .refused),
            GateCell(.waiting, "retryTimerFired", .connecting, [.cancelRetryTimer, .connectAgain("ada", "1", 2)]),
        ]

    /// The session is closed before anything else, and its timer or its refresh is cancelled.
    private static let open: [GateCell] =
        ([
            (.connecting, 1, []), (.lastTry, 2, []), (.fresh, 1, [.cancelExpiryTimer]),
            (.renewing, 1, [.cancelRefresh]), (.expired, 1, []),
        ] as [(GateSituation, Int, [TokenGate.Effect])]).flatMap { situation, number, exit in
            ([
                ("anotherToken", .closingToConnect), ("anotherUsersToken", .closingToConnect),
                ("noToken", .closingToLogOut), ("refusedForNow", .closingToWait),
                ("refusedToken", .closingToRefreshCredentials),
            ] as [(String, GateSituation)])
            .map { GateCell(situation, $0, $1, exit + [.disconnect(number: number)]) }
        }
        + ([(.connecting, []), (.fresh, [.cancelExpiryTimer]), (.expired, [])] as [(GateSituation, [TokenGate.Effect])])
        .flatMap { situation, exit in
            [("refused", GateSituation.closingToRefresh), ("credentialsRefused", .closingToRefreshCredentials)]
                .map { GateCell(situation, $0, $1, exit + [.disconnect(number: 1)]) }
        } + [
            GateCell(.lastTry, "refused", .closingToWait, [.disconnect(number: 2)]),
            GateCell(.lastTry, "credentialsRefused", .closingToRefuse, [.disconnect(number: 2)]),
            GateCell(.renewing, "refused", .closingDuringRefresh, [.disconnect(number: 1)]),
            GateCell(.renewing, "credentialsRefused", .closingDuringRefreshOfCredentials, [.disconnect(number: 1)]),

            GateCell(.connecting, "connected", .fresh, [.startTimer(1)]),
            GateCell(.lastTry, "connected", .fresh, [.startTimer(2)]),
            GateCell(.fresh, "connected", .handled, .fresh),
            GateCell(.renewing, "connected", .handled, .renewing),
            GateCell(.expired, "connected", .handled, .expired),
            GateCell(.fresh, "expired", .renewing, [.cancelExpiryTimer, .askForRefresh(number: 1)]),
            GateCell(.renewing, "refreshEnded", .expired),
            GateCell(.renewing, "refreshDenied", .expired),
        ]

    /// The time of a token that was accepted begins anew.
    private static let laterExpiries: [GateCell] =
        [
            GateCell(.fresh, "laterExpiry", .fresh, [.cancelExpiryTimer, .startLaterTimer(1)]),
            GateCell(.renewing, "laterExpiry", .fresh, [.cancelRefresh, .startLaterTimer(1)]),
            GateCell(.expired, "laterExpiry", .fresh, [.startLaterTimer(1)]),
        ]
        + GateSituation.allCases.filter { ![.fresh, .renewing, .expired].contains($0) }
        .map { GateCell($0, "laterExpiry", .handled, $0) }

    /// Another one is asked for, unless this one came of that.
    private static let refusedTokens: [GateCell] =
        [
            GateCell(.loggedOut, "refusedToken", .refreshingCredentials, [.askForRefresh(number: 1)]),
            GateCell(.refreshing, "refusedToken", .refused, [.cancelRefresh]),
            GateCell(.refreshingCredentials, "refusedToken", .refused, [.cancelRefresh]),
            GateCell(
                .waiting, "refusedToken", .refreshingCredentials, [.cancelRetryTimer, .askForRefresh(number: 2)]),
            GateCell(.refused, "refusedToken", .refreshingCredentials, [.askForRefresh(number: 2)]),
        ]
        + [GateSituation.closingToLogOut, .closingToConnect]
        .map { GateCell($0, "refusedToken", .handled, .closingToRefreshCredentials) }

    private static let closing: [GateCell] =
        [GateSituation.closingToLogOut, .closingToConnect].flatMap { situation in
            ["anotherToken", "anotherUsersToken"].map { GateCell(situation, $0, .handled, .closingToConnect) }
        } + [
            GateCell(.closingToConnect, "noToken", .handled, .closingToLogOut),
            GateCell(.closingToLogOut, "disconnected", .loggedOut),
            GateCell(.closingToConnect, "disconnected", .connecting, [.connect("ada", 2)]),
        ]

    /// A newer token, or none, decides what follows the closing of a session that was refused.
    private static let closingAfterRefusal: [GateCell] =
        ([
            (.closingToRefresh, []), (.closingToRefreshCredentials, []), (.closingToWait, []), (.closingToRefuse, []),
            (.closingDuringRefresh, [.cancelRefresh]), (.closingDuringRefreshOfCredentials, [.cancelRefresh]),
        ] as [(GateSituation, [TokenGate.Effect])]).flatMap { situation, effects in
            ([
                ("anotherToken", .closingToConnect), ("anotherUsersToken", .closingToConnect),
                ("noToken", .closingToLogOut), ("refusedToken", .closingToRefreshCredentials),
            ] as [(String, GateSituation)]).map { GateCell(situation, $0, .handled, $1, effects) }
        } + [
            GateCell(.closingToRefresh, "disconnected", .refreshing, [.askForRefresh(number: 1)]),
            GateCell(
                .closingToRefreshCredentials, "disconnected", .refreshingCredentials, [.askForRefresh(number: 1)]),
            GateCell(.closingToWait, "disconnected", .waiting, [.startRetryTimer(number: 1)]),
            GateCell(.closingToRefuse, "disconnected", .refused),
            GateCell(.closingDuringRefresh, "refreshEnded", .handled, .closingToWait),
            GateCell(.closingDuringRefresh, "refreshDenied", .handled, .closingToRefuse),
            GateCell(.closingDuringRefresh, "disconnected", .refreshing),
            GateCell(.closingDuringRefreshOfCredentials, "refreshEnded", .handled, .closingToRefuse),
            GateCell(.closingDuringRefreshOfCredentials, "refreshDenied", .handled, .closingToRefuse),
            GateCell(.closingDuringRefreshOfCredentials, "disconnected", .refreshingCredentials),
        ]
}
