import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import Sockets

/// The sessions on a connection, as a table: no actor, no clock, no network.
@Suite struct `A session slot` {
    private let graph: StateGraph<SlotRequest>

    init() throws {
        // Sessions have no numbers there, since these grow forever.
        graph = try MachineModel(
            { () -> SessionSlot in
                let slot = SessionSlot()
                slot.activate()
                return slot
            }, named: "slot", requests: SlotRequest.allCases, perform: { $1.perform(on: $0) },
            state: { ([$0.state.statePath] + $0.data).joined(separator: ", ") },
            trace: { $0.takeEffects().map(\.words) }
        ).explore()
    }

    @Test func `reacts to each request in each situation as its table says`() {
        expectTable(SlotCell.table, describes: graph)
    }

    @Test func `tells who gets a message, and drops what a session reports that does not have the connection`() {
        for (index, state) in graph.states.enumerated() {
            let slot = SessionSlot()
            for request in graph.path(to: index) { request.perform(on: slot) }
            _ = slot.takeEffects()
            let recipient: SessionSlot.Recipient =
                switch slot.phase {
                case "Vacant", "Running": .consumers
                case "Closing": .none
                default: .session
                }
            #expect(slot.recipient == recipient, "\(state)")
            let outcomes = [
                slot.startEnded(session: 7), slot.startEnded(session: 7, SlotRequest.refused),
                slot.endEnded(session: 7), slot.sessionFailed(session: 7, .peerSilent), slot.expectEnd(session: 7),
            ]
            #expect(Set(outcomes) == [.handled], "\(state)")
            #expect(slot.takeEffects() == [], "\(state)")
            #expect(([slot.phase] + slot.data).joined(separator: ", ") == state)
        }
    }

    @Test(.needsStatechartEngine) func `is the same in an engine by other people`() throws {
        #expect(try StatechartEngine.disagreements(over: graph.scxml(), with: graph.json()) == [])
    }

    @Test func `starts the session that was asked for last, by its number`() {
        let slot = SessionSlot()
        slot.start(session: 1)
        slot.startEnded(session: 1)
        slot.end()
        #expect(slot.takeEffects() == [.startSession(1), .deliverMessages, .sessionStarted(1), .endSession(1)])
        slot.start(session: 2)
        slot.end()
        slot.start(session: 3)
        #expect(slot.takeEffects() == [])
        slot.endEnded(session: 1)
        #expect(slot.takeEffects() == [.deliverMessages, .startSession(3)])
    }
}

/// A request of a session slot with its arguments, about the session that has the connection.
enum SlotRequest: String, CaseIterable, CustomStringConvertible {
    case start, end, close, stopDraining, expectEnd, sessionFailed, connectionEnded
    case started = "startEnded"
    case startFailed = "startEnded with an error"
    case startRefused = "startEnded, not authenticated"
    case ended = "endEnded"
    case connectionRefused = "connectionEnded, not authenticated"
    case timedOut = "failed"

    static let strange = SocketError.noSession("strange")
    static let refused = SocketError.unauthenticated("unknown")
    static let gone = SocketError.closed(code: .goingAway, reason: "")

    var description: String { rawValue }

    @discardableResult func perform(on slot: SessionSlot) -> Outcome {
        // Sessions have the numbers 1 and 2, as often as there is another one.
        let session = (slot.state as? SessionSlot.Occupied)?.session ?? 0
        return switch self {
        case .start: slot.start(session: session == 1 ? 2 : 1)
        case .end: slot.end()
        case .close: slot.close()
        case .stopDraining: slot.stopDraining()
        case .started: slot.startEnded(session: session)
        case .startFailed: slot.startEnded(session: session, SlotRequest.strange)
        case .startRefused: slot.startEnded(session: session, SlotRequest.refused)
        case .ended: slot.endEnded(session: session)
        case .sessionFailed: slot.sessionFailed(session: session, .peerSilent)
        case .expectEnd: slot.expectEnd(session: session)
        case .connectionEnded: slot.connectionEnded(SlotRequest.gone)
        case .connectionRefused: slot.connectionEnded(SlotRequest.refused)
        case .timedOut: slot.failed(.timedOut)
        }
    }
}

extension SessionSlot {
    fileprivate var phase: String { state.statePath }

    /// The rest of a slot's situation, besides its state.
    fileprivate var data: [String] {
        let isRefused = (state as? Draining)?.end == SlotRequest.refused
        return (isRefused ? ["not authenticated"] : [])
            + ((state as? Ending)?.next == nil ? [] : ["then another one"]) + (isEndExpected ? ["end expected"] : [])
    }
}

extension SessionSlot.Effect {
    fileprivate var words: String {
        switch self {
        case .startSession, .endSession, .sessionStarted: String("\(self)".prefix { $0 != "(" })
        default: "\(self)"
        }
    }
}

enum SlotSituation: String, CaseIterable {
    case vacant = "Vacant"
    case starting = "Starting"
    case running = "Running"
    case ending = "Ending"
    case endingForNext = "Ending, then another one"
    case draining = "Draining"
    case closing = "Closing"
    case startingToEnd = "Starting, end expected"
    case runningToEnd = "Running, end expected"
    case endingToEnd = "Ending, end expected"
    case drainingToEnd = "Draining, end expected"
    case vacantToEnd = "Vacant, end expected"
    case drainingRefusal = "Draining, not authenticated"
    case drainingRefusalToEnd = "Draining, not authenticated, end expected"
}

typealias SlotCell = TableCell<SlotSituation, SlotRequest, String>

extension SlotCell {
    static let table: [SlotCell] = sessions + closings + failures + refusals + expected

    private static func cell(
        _ situation: SlotSituation, _ request: SlotRequest, _ target: SlotSituation,
        _ effects: [SessionSlot.Effect] = []
    ) -> SlotCell {
        let states = [situation, target].map { $0.rawValue.prefix { $0 != "," } }
        return SlotCell(
            situation, request, states[0] == states[1] ? .handled : .transitioned, target, effects.map(\.words))
    }

    private static let sessions: [SlotCell] =
        [
            cell(.vacant, .start, .starting, [.startSession(1)]),
            cell(.vacantToEnd, .start, .starting, [.startSession(1)]),
            cell(.starting, .started, .running, [.deliverMessages, .sessionStarted(1)]),
            cell(.startingToEnd, .started, .runningToEnd, [.deliverMessages, .sessionStarted(1)]),
            cell(.starting, .end, .ending, [.cancel, .endSession(1)]),
            cell(.startingToEnd, .end, .endingToEnd, [.cancel, .endSession(1)]),
            cell(.running, .end, .ending, [.endSession(1)]),
            cell(.runningToEnd, .end, .endingToEnd, [.endSession(1)]),
            cell(.ending, .ended, .vacant, [.deliverMessages]),
            cell(.endingToEnd, .ended, .vacantToEnd, [.deliverMessages]),
            cell(.ending, .start, .endingForNext),
            cell(.endingToEnd, .start, .endingForNext),
            cell(.endingForNext, .end, .ending),
            cell(.endingForNext, .ended, .starting, [.deliverMessages, .startSession(2)]),
        ]
        // Without a session, its report is a late one.
        + [SlotSituation.vacant, .vacantToEnd, .closing].flatMap { situation in
            [SlotRequest.started, .startFailed, .startRefused, .ended, .sessionFailed, .expectEnd].map {
                cell(situation, $0, situation)
            }
        }

    private static let closings: [SlotCell] =
        [SlotSituation.vacant, .vacantToEnd].map { cell($0, .close, .closing) }
        + [
            SlotSituation.starting, .running, .ending, .endingForNext, .draining, .startingToEnd, .runningToEnd,
            .endingToEnd,
            .drainingToEnd, .drainingRefusal, .drainingRefusalToEnd,
        ].map { cell($0, .close, .closing, [.cancel]) }

    /// The connection has ended, or is of no use.
    private static let failures: [SlotCell] =
        [SlotSituation.starting, .running, .ending, .endingForNext, .startingToEnd, .runningToEnd, .endingToEnd].map {
            cell($0, .sessionFailed, $0, [failed(.peerSilent)])
        }
        + [
            SlotSituation.vacant, .starting, .running, .ending, .endingForNext, .startingToEnd, .vacantToEnd,
            .runningToEnd,
            .endingToEnd,
        ].map { cell($0, .timedOut, $0, [failed(.timedOut)]) }
        + [SlotSituation.vacant, .running, .ending, .endingForNext].flatMap { situation in
            [
                cell(situation, .connectionEnded, situation, [failed(SlotRequest.gone)]),
                cell(situation, .connectionRefused, situation, [.authFailed(SlotRequest.refused)]),
            ]
        }
        + [SlotSituation.starting, .startingToEnd].map { cell($0, .startFailed, $0, [failed(SlotRequest.strange)]) }
        + [SlotRequest.connectionEnded, .connectionRefused, .timedOut].map {
            cell(.closing, $0, .closing, [.disconnected])
        }

    /// The session hears the peer out, and the client is notified of its end, unless the session was refused.
    private static let refusals: [SlotCell] =
        [
            cell(.starting, .connectionEnded, .draining, [.finishMessages]),
            cell(.starting, .connectionRefused, .drainingRefusal, [.finishMessages]),
            cell(.draining, .started, .draining, [.deliverMessages, failed(SlotRequest.gone)]),
            cell(
                .draining, .startFailed, .draining, [failed(.noSession("strange (closed by the peer with code 1001)"))]),
            cell(.drainingRefusal, .started, .drainingRefusal, [.deliverMessages, .authFailed(SlotRequest.refused)]),
            cell(.drainingRefusal, .connectionEnded, .drainingRefusal, [failed(SlotRequest.gone)]),
        ]
        + [SlotSituation.draining, .drainingRefusal].map { cell($0, .sessionFailed, $0, [failed(.peerSilent)]) }
        + [SlotRequest.timedOut, .stopDraining, .connectionEnded].map {
            cell(.draining, $0, .draining, [failed(SlotRequest.gone)])
        }
        + [SlotSituation.starting, .startingToEnd, .draining].map {
            cell($0, .startRefused, $0, [.authFailed(SlotRequest.refused)])
        } + [cell(.draining, .connectionRefused, .draining, [.authFailed(SlotRequest.refused)])]
        + [SlotRequest.startFailed, .startRefused, .timedOut, .stopDraining, .connectionRefused].map {
            cell(.drainingRefusal, $0, .drainingRefusal, [.authFailed(SlotRequest.refused)])
        }

    /// A session has announced its end: then the end of the connection is none of its failures.
    private static let expected: [SlotCell] =
        [
            cell(.starting, .expectEnd, .startingToEnd), cell(.running, .expectEnd, .runningToEnd),
            cell(.ending, .expectEnd, .endingToEnd), cell(.draining, .expectEnd, .drainingToEnd),
            cell(.drainingRefusal, .expectEnd, .drainingRefusalToEnd),
            cell(.startingToEnd, .connectionEnded, .drainingToEnd, [.finishMessages]),
            cell(.startingToEnd, .connectionRefused, .drainingRefusalToEnd, [.finishMessages]),
        ]
        + [
            SlotSituation.startingToEnd, .runningToEnd, .endingToEnd, .endingForNext, .drainingToEnd,
            .drainingRefusalToEnd,
        ].map { cell($0, .expectEnd, $0) }
        + [SlotSituation.vacantToEnd, .runningToEnd, .endingToEnd].flatMap { situation in
            [SlotRequest.connectionEnded, .connectionRefused].map { cell(situation, $0, situation, [.disconnect]) }
        }
        + [SlotSituation.drainingToEnd, .drainingRefusalToEnd].flatMap { situation in
            [cell(situation, .started, situation, [.deliverMessages, .disconnect])]
                + [
                    SlotRequest.startFailed, .startRefused, .timedOut, .stopDraining, .sessionFailed, .connectionEnded,
                    .connectionRefused,
                ].map { cell(situation, $0, situation, [.disconnect]) }
        }

    private static func failed(_ error: SocketError) -> SessionSlot.Effect { .connectionFailed(error) }
}
