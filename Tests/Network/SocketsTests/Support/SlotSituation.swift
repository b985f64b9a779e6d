import StateExploration
import StatePattern
import TestSupport

@testable import Sockets

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
        let session = slot.session ?? 0
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

typealias SlotSituation = TestSupport.Situation<SlotRequest>

extension SlotSituation {
    static let vacant = Self("Vacant")
    static let starting = vacant.then("Starting", .start)
    static let running = starting.then("Running", .started)
    static let ending = running.then("Ending", .end)
    static let endingForNext = ending.then("Ending, then another one", .start)
    static let draining = starting.then("Draining", .connectionEnded)
    static let closing = vacant.then("Closing", .close)
    static let startingToEnd = starting.then("Starting, end expected", .expectEnd)
    static let runningToEnd = running.then("Running, end expected", .expectEnd)
    static let endingToEnd = ending.then("Ending, end expected", .expectEnd)
    static let drainingToEnd = startingToEnd.then("Draining, end expected", .connectionEnded)
    static let vacantToEnd = endingToEnd.then("Vacant, end expected", .ended)
    static let drainingRefusal = starting.then("Draining, not authenticated", .connectionRefused)
    static let drainingRefusalToEnd = startingToEnd.then(
        "Draining, not authenticated, end expected", .connectionRefused)

    static let allCases = [
        vacant, starting, running, ending, endingForNext, draining, closing, startingToEnd, runningToEnd, endingToEnd,
        drainingToEnd, vacantToEnd, drainingRefusal, drainingRefusalToEnd,
    ]

    /// A slot in this situation, after its effects have been taken.
    func make() -> SessionSlot {
        let slot = reach(with: SessionSlot()) { $0.perform(on: $1) }
        _ = slot.takeEffects()
        return slot
    }

    /// The name in exploration of the situation that a slot is in.
    static func name(of slot: SessionSlot) -> String { "\(slot.state.statePath)\(data(of: slot))" }

    private static func data(of slot: SessionSlot) -> String {
        let isRefused = (slot.state as? SessionSlot.Draining)?.end == SlotRequest.refused
        return (isRefused ? ", not authenticated" : "") + (slot.next == nil ? "" : ", then another one")
            + (slot.isEndExpected ? ", end expected" : "")
    }

    /// The slot as a machine that can be explored: its sessions have no numbers there, since they grow forever.
    static var model: MachineModel<SlotRequest> {
        MachineModel(
            { SessionSlot() }, named: "slot", requests: SlotRequest.allCases, perform: { $1.perform(on: $0) },
            data: { String(data(of: $0).dropFirst(2)) }, trace: { $0.takeEffects().map(\.words) })
    }
}

extension SessionSlot.Effect {
    /// The effect without a session's number.
    fileprivate var words: String {
        switch self {
        case .startSession, .endSession, .sessionStarted: String("\(self)".prefix { $0 != "(" })
        default: "\(self)"
        }
    }
}

extension SessionSlot {
    var session: Int? { (state as? Occupied)?.session }

    /// The session that follows the one that is being ended.
    var next: Int? { (state as? Ending)?.next }
}
