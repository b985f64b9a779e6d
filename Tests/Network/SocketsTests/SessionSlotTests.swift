import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import Sockets

/// The sessions on a connection, as a table: no actor, no clock, no network.
@Suite struct `A session slot` {
    @Test(arguments: SlotCell.table)
    func `reacts to a request as its table says`(cell: SlotCell) {
        let slot = cell.situation.make()
        #expect(cell.request.perform(on: slot) != .unhandled)
        #expect(slot.takeEffects() == cell.effects)
        #expect(SlotSituation.name(of: slot) == cell.target.name)
    }

    @Test(arguments: SlotSituation.allCases)
    func `stays as it is on every other request`(situation: SlotSituation) {
        let mentioned = SlotCell.table.filter { $0.situation == situation }.map(\.request)
        for request in SlotRequest.allCases where !mentioned.contains(request) {
            let slot = situation.make()
            #expect(request.perform(on: slot) != .transitioned, "\(request)")
            #expect(slot.takeEffects() == [], "\(request)")
            #expect(SlotSituation.name(of: slot) == situation.name, "\(request)")
        }
    }

    @Test(arguments: SlotSituation.allCases)
    func `drops what a session reports that does not have the connection`(situation: SlotSituation) {
        let slot = situation.make()
        #expect(slot.startEnded(session: 7) == .handled)
        #expect(slot.startEnded(session: 7, SlotRequest.refused) == .handled)
        #expect(slot.endEnded(session: 7) == .handled)
        #expect(slot.sessionFailed(session: 7, .peerSilent) == .handled)
        #expect(slot.expectEnd(session: 7) == .handled)
        #expect(slot.takeEffects() == [])
        #expect(SlotSituation.name(of: slot) == situation.name)
    }

    @Test func `can be in the situations of the table, and in no other`() throws {
        let graph = try SlotSituation.model.explore()
        #expect(Set(graph.states) == Set(SlotSituation.allCases.map(\.name)))
        #expect(graph.unhandledRequests == [])
        #expect(graph.states(unableToReach: { $0 == "Closing" }) == [])
    }

    @Test(.needsStatechartEngine) func `is the same in an engine by other people`() throws {
        let graph = try SlotSituation.model.explore()
        #expect(try StatechartEngine.disagreements(over: graph.scxml(), with: graph.json()) == [])
    }

    @Test(arguments: SlotSituation.allCases)
    func `tells who gets a message`(situation: SlotSituation) {
        let expected: SessionSlot.Recipient =
            switch situation {
            case .vacant, .vacantToEnd, .running, .runningToEnd: .consumers
            case .closing: .none
            default: .session
            }
        #expect(situation.make().recipient == expected)
    }

    @Test func `starts the session that was asked for last`() {
        let slot = SlotSituation.ending.make()
        slot.start(session: 2)
        slot.end()
        slot.start(session: 3)
        #expect(slot.takeEffects() == [])
        slot.endEnded(session: 1)
        #expect(slot.takeEffects() == [.deliverMessages, .startSession(3)])
    }
}

typealias SlotCell = TableCell<SlotRequest, SessionSlot.Effect>

extension SlotCell {
    static let table: [SlotCell] = sessions + closings + failures + refusals + expected

    private static let sessions: [SlotCell] = [
        SlotCell(.vacant, .start, .starting, [.startSession(1)]),
        SlotCell(.vacantToEnd, .start, .starting, [.startSession(1)]),
        SlotCell(.starting, .started, .running, [.deliverMessages, .sessionStarted(1)]),
        SlotCell(.startingToEnd, .started, .runningToEnd, [.deliverMessages, .sessionStarted(1)]),
        SlotCell(.starting, .end, .ending, [.cancel, .endSession(1)]),
        SlotCell(.startingToEnd, .end, .endingToEnd, [.cancel, .endSession(1)]),
        SlotCell(.running, .end, .ending, [.endSession(1)]),
        SlotCell(.runningToEnd, .end, .endingToEnd, [.endSession(1)]),
        SlotCell(.ending, .ended, .vacant, [.deliverMessages]),
        SlotCell(.endingToEnd, .ended, .vacantToEnd, [.deliverMessages]),
        SlotCell(.ending, .start, .endingForNext),
        SlotCell(.endingToEnd, .start, .endingForNext),
        SlotCell(.endingForNext, .end, .ending),
        SlotCell(.endingForNext, .ended, .starting, [.deliverMessages, .startSession(2)]),
    ]

    private static let closings: [SlotCell] = SlotSituation.allCases.filter { $0 != .closing }.map {
        SlotCell($0, .close, .closing, $0.make().session == nil ? [] : [.cancel])
    }

    /// The connection has ended, or is of no use.
    private static let failures: [SlotCell] =
        [SlotSituation.vacant, .starting, .running, .ending, .endingForNext].flatMap { situation in
            let own =
                situation == .vacant ? [] : [SlotCell(situation, .sessionFailed, situation, [failed(.peerSilent)])]
            return own + [SlotCell(situation, .timedOut, situation, [failed(.timedOut)])]
        }
        + [SlotSituation.vacant, .running, .ending, .endingForNext].flatMap { situation in
            [
                SlotCell(situation, .connectionEnded, situation, [failed(SlotRequest.gone)]),
                SlotCell(situation, .connectionRefused, situation, [.authFailed(SlotRequest.refused)]),
            ]
        } + [
            SlotCell(.starting, .startFailed, .starting, [failed(SlotRequest.strange)]),
            SlotCell(.closing, .connectionEnded, .closing, [.disconnected]),
            SlotCell(.closing, .connectionRefused, .closing, [.disconnected]),
            SlotCell(.closing, .timedOut, .closing, [.disconnected]),
        ]

    /// The session hears the peer out, and the client is notified of its end, unless the session was refused.
    private static let refusals: [SlotCell] =
        [
            SlotCell(.starting, .connectionEnded, .draining, [.finishMessages]),
            SlotCell(.starting, .connectionRefused, .drainingRefusal, [.finishMessages]),
            SlotCell(.starting, .startRefused, .starting, [.authFailed(SlotRequest.refused)]),
            SlotCell(.draining, .started, .draining, [.deliverMessages, failed(SlotRequest.gone)]),
            SlotCell(
                .draining, .startFailed, .draining, [failed(.noSession("strange (closed by the peer with code 1001)"))]),
            SlotCell(.draining, .startRefused, .draining, [.authFailed(SlotRequest.refused)]),
            SlotCell(.draining, .timedOut, .draining, [failed(SlotRequest.gone)]),
            SlotCell(.draining, .stopDraining, .draining, [failed(SlotRequest.gone)]),
            SlotCell(.draining, .sessionFailed, .draining, [failed(.peerSilent)]),
            SlotCell(.draining, .connectionEnded, .draining, [failed(SlotRequest.gone)]),
            SlotCell(.draining, .connectionRefused, .draining, [.authFailed(SlotRequest.refused)]),

            SlotCell(
                .drainingRefusal, .started, .drainingRefusal, [.deliverMessages, .authFailed(SlotRequest.refused)]),
            SlotCell(.drainingRefusal, .sessionFailed, .drainingRefusal, [failed(.peerSilent)]),
            SlotCell(.drainingRefusal, .connectionEnded, .drainingRefusal, [failed(SlotRequest.gone)]),
        ]
        + [SlotRequest.startFailed, .startRefused, .timedOut, .stopDraining, .connectionRefused].map {
            SlotCell(.drainingRefusal, $0, .drainingRefusal, [.authFailed(SlotRequest.refused)])
        }

    /// A session has announced its end: then the end of the connection is none of its failures.
    private static let expected: [SlotCell] =
        [
            SlotCell(.starting, .expectEnd, .startingToEnd),
            SlotCell(.running, .expectEnd, .runningToEnd),
            SlotCell(.ending, .expectEnd, .endingToEnd),
            SlotCell(.draining, .expectEnd, .drainingToEnd),
            SlotCell(.drainingRefusal, .expectEnd, .drainingRefusalToEnd),
        ]
        + [SlotSituation.vacantToEnd, .runningToEnd, .endingToEnd].flatMap { situation in
            [SlotRequest.connectionEnded, .connectionRefused].map { SlotCell(situation, $0, situation, [.disconnect]) }
        }
        + [SlotSituation.startingToEnd, .vacantToEnd, .runningToEnd, .endingToEnd].map {
            SlotCell($0, .timedOut, $0, [failed(.timedOut)])
        }
        + [SlotSituation.startingToEnd, .runningToEnd, .endingToEnd].map {
            SlotCell($0, .sessionFailed, $0, [failed(.peerSilent)])
        }
        + [
            SlotCell(.startingToEnd, .connectionEnded, .drainingToEnd, [.finishMessages]),
            SlotCell(.startingToEnd, .connectionRefused, .drainingRefusalToEnd, [.finishMessages]),
            SlotCell(.startingToEnd, .startFailed, .startingToEnd, [failed(SlotRequest.strange)]),
            SlotCell(.startingToEnd, .startRefused, .startingToEnd, [.authFailed(SlotRequest.refused)]),
        ]
        + [SlotSituation.drainingToEnd, .drainingRefusalToEnd].flatMap { situation in
            [SlotCell(situation, .started, situation, [.deliverMessages, .disconnect])]
                + [
                    SlotRequest.startFailed, .startRefused, .timedOut, .stopDraining, .sessionFailed, .connectionEnded,
                    .connectionRefused,
                ].map { SlotCell(situation, $0, situation, [.disconnect]) }
        }

    private static func failed(_ error: SocketError) -> SessionSlot.Effect { .connectionFailed(error) }
}
