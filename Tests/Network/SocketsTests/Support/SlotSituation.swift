import StateExploration
import StatePattern

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

/// A place where a session slot can be, and the requests that lead there.
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

    private var requests: [SlotRequest] {
        switch self {
        case .vacant: []
        case .starting: [.start]
        case .running: [.start, .started]
        case .ending: [.start, .started, .end]
        case .endingForNext: [.start, .started, .end, .start]
        case .draining: [.start, .connectionEnded]
        case .closing: [.close]
        case .startingToEnd: [.start, .expectEnd]
        case .runningToEnd: [.start, .started, .expectEnd]
        case .endingToEnd: [.start, .started, .end, .expectEnd]
        case .drainingToEnd: [.start, .expectEnd, .connectionEnded]
        case .drainingRefusal: [.start, .connectionRefused]
        case .drainingRefusalToEnd: [.start, .expectEnd, .connectionRefused]
        case .vacantToEnd: [.start, .started, .end, .expectEnd, .ended]
        }
    }

    /// A slot in this situation, after its effects have been taken.
    func make() -> SessionSlot {
        let slot = SessionSlot()
        for request in requests { request.perform(on: slot) }
        _ = slot.takeEffects()
        return slot
    }

    /// The name in exploration of the situation that a slot is in.
    static func name(of slot: SessionSlot) -> String { "\(slot.state.path)\(data(of: slot))" }

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
