import EnumTwins
import Sockets
import StatePattern
import Testing

@Suite struct SocketTableTests {
    @Test(arguments: Machine.allCases, Cell.table)
    func `A socket reacts to a request as its table says`(machine: Machine, cell: Cell) {
        let socket = machine.make()
        cell.situation.reach(with: socket)
        #expect(socket.phase.description == cell.situation.path)

        #expect(socket.perform(cell.request) == cell.outcome)

        #expect(socket.phase.description == cell.target.path)
        #expect(socket.connectsAgain == (cell.target == .disconnectingToConnect))
        #expect(socket.takeEffects() == cell.effects)
    }

    @Test(arguments: Machine.allCases, Situation.allCases)
    func `A socket refuses whatever its table does not say, and nothing changes`(
        machine: Machine, situation: Situation
    ) {
        let mentioned = Set(Cell.table.filter { $0.situation == situation }.map(\.request))
        for request in Socket.Request.allCases where !mentioned.contains(request) {
            let socket = machine.make()
            situation.reach(with: socket)
            let numbers = (socket.attempt, socket.session)

            #expect(socket.perform(request) == .unhandled, "\(request)")

            #expect(socket.phase.description == situation.path)
            #expect(socket.connectsAgain == (situation == .disconnectingToConnect))
            #expect((socket.attempt, socket.session) == numbers)
            #expect(socket.takeEffects() == [])
        }
    }

    @Test func `The table mentions each cell at most once, and leaves more than half of them out`() {
        #expect(Set(Cell.table.map { "\($0)" }).count == Cell.table.count)
        let requests = Cell.table.filter { $0.request != .ahoy }
        #expect(requests.count { $0.origin == .P } == 27)
        #expect(requests.count { $0.origin == .H } == 3)
        #expect(requests.count { $0.origin == .E } == 15)
        #expect(requests.count { $0.origin == .late } == 9)
        #expect(Situation.allCases.count * (Socket.Request.allCases.count - 1) == 110)
    }
}

/// The reaction to a request in a situation.
struct Cell: Sendable, CustomStringConvertible {
    enum Origin {
        /// An edge of the flat diagram that was published.
        case P
        /// An edge of the hierarchical diagram only, where it leads out of `Suspended`, and so out of each state below.
        case H
        /// Added here, because a real client needs it.
        case E
        /// A report about an attempt that is over is out of date.
        case late
    }

    let situation: Situation
    let request: Socket.Request
    let target: Situation
    let origin: Origin
    let effects: [Socket.Effect]
    let outcome: Outcome

    init(
        _ situation: Situation, _ request: Socket.Request, _ target: Situation, _ origin: Origin,
        _ effects: [Socket.Effect] = []
    ) {
        self.init(situation, request, .transitioned, target, origin, effects)
    }

    init(
        _ situation: Situation, _ request: Socket.Request, _ outcome: Outcome, _ target: Situation, _ origin: Origin,
        _ effects: [Socket.Effect] = []
    ) {
        self.situation = situation
        self.request = request
        self.target = target
        self.origin = origin
        self.effects = effects
        self.outcome = outcome
    }

    var description: String { "\(request) in \(situation.rawValue) (\(origin))" }
}

extension Cell {
    static let table = plain + reconnecting + suspended + disconnecting + sending

    private static let plain = [
        Cell(.disconnected, .connect, .connecting, .P, [.open(attempt: 1)]),
        Cell(.disconnected, .connected, .handled, .disconnected, .late),
        Cell(.disconnected, .connectionFailed, .handled, .disconnected, .late),
        Cell(.disconnected, .authFailed, .handled, .disconnected, .late),

        Cell(.connecting, .connected, .startingSession, .P, [.startSession(number: 1)]),
        Cell(.connecting, .connectionFailed, .attempting, .P, [.open(attempt: 2)]),
        Cell(.connecting, .authFailed, .disconnected, .P, [.drop]),
        Cell(.connecting, .disconnect, .disconnecting, .E, [.close]),
        Cell(.connecting, .suspend, .attemptingSuspended, .E),

        Cell(.startingSession, .startedSession, .connected, .P),
        Cell(.startingSession, .connectionFailed, .attempting, .P, [.open(attempt: 2)]),
        Cell(.startingSession, .authFailed, .disconnecting, .P, [.close]),
        Cell(.startingSession, .suspend, .idle, .P, [.endSession]),
        Cell(.startingSession, .disconnect, .disconnecting, .E, [.close]),

        Cell(.connected, .disconnect, .disconnecting, .P, [.close]),
        Cell(.connected, .connectionFailed, .attempting, .P, [.open(attempt: 2)]),
        Cell(.connected, .authFailed, .disconnecting, .P, [.close]),
        Cell(.connected, .suspend, .idle, .P, [.endSession]),
    ]

    private static let reconnecting = [
        Cell(.attempting, .connected, .startingSession, .P, [.startSession(number: 1)]),
        Cell(.attempting, .connectionFailed, .waiting, .P, [.startTimer(attempt: 3)]),
        Cell(.attempting, .disconnect, .disconnecting, .P, [.close]),
        Cell(.attempting, .authFailed, .disconnected, .E, [.drop]),
        Cell(.attempting, .suspend, .attemptingSuspended, .E),

        Cell(.waiting, .reconnectTimerFired, .attempting, .P, [.cancelTimer, .open(attempt: 3)]),
        Cell(.waiting, .disconnect, .disconnecting, .P, [.cancelTimer, .close]),
        Cell(.waiting, .connect, .attempting, .E, [.cancelTimer, .open(attempt: 3)]),
        Cell(.waiting, .suspend, .attemptingSuspended, .E, [.cancelTimer, .open(attempt: 3)]),
        Cell(.waiting, .connected, .handled, .waiting, .late),
        Cell(.waiting, .connectionFailed, .handled, .waiting, .late),
        Cell(.waiting, .authFailed, .handled, .waiting, .late),
    ]

    private static let suspended = [
        Cell(.idle, .resume, .startingSession, .P, [.startSession(number: 2)]),
        Cell(.idle, .connectionFailed, .attemptingSuspended, .P, [.open(attempt: 2)]),
        Cell(.idle, .disconnect, .disconnecting, .P, [.close]),
        Cell(.idle, .authFailed, .disconnecting, .P, [.close]),

        Cell(.attemptingSuspended, .connected, .idle, .P),
        Cell(.attemptingSuspended, .connectionFailed, .waitingSuspended, .P, [.startTimer(attempt: 3)]),
        Cell(.attemptingSuspended, .disconnect, .disconnecting, .P, [.close]),
        Cell(.attemptingSuspended, .authFailed, .disconnecting, .H, [.close]),
        Cell(.attemptingSuspended, .resume, .attempting, .H),

        Cell(.waitingSuspended, .reconnectTimerFired, .attemptingSuspended, .P, [.cancelTimer, .open(attempt: 3)]),
        Cell(.waitingSuspended, .disconnect, .disconnecting, .P, [.cancelTimer, .close]),
        Cell(.waitingSuspended, .connect, .attemptingSuspended, .E, [.cancelTimer, .open(attempt: 3)]),
        Cell(.waitingSuspended, .resume, .attempting, .H, [.cancelTimer, .open(attempt: 3)]),
        Cell(.waitingSuspended, .connected, .handled, .waitingSuspended, .late),
        Cell(.waitingSuspended, .connectionFailed, .handled, .waitingSuspended, .late),
        Cell(.waitingSuspended, .authFailed, .handled, .waitingSuspended, .late),
    ]

    private static let disconnecting = [
        Cell(.disconnecting, .disconnected, .disconnected, .P, [.drop]),
        Cell(.disconnecting, .connectionFailed, .disconnected, .E, [.drop]),
        Cell(.disconnecting, .connect, .handled, .disconnectingToConnect, .E),
        Cell(.disconnecting, .disconnect, .handled, .disconnecting, .E),

        Cell(.disconnectingToConnect, .disconnected, .connecting, .E, [.open(attempt: 2)]),
        Cell(.disconnectingToConnect, .connectionFailed, .connecting, .E, [.open(attempt: 2)]),
        Cell(.disconnectingToConnect, .connect, .handled, .disconnectingToConnect, .E),
        Cell(.disconnectingToConnect, .disconnect, .handled, .disconnecting, .E),
    ]

    // Not one of the ten requests.
    private static let sending = [
        Cell(.connected, .ahoy, .handled, .connected, .E, [.send(.text("Ahoy"))]),
        Cell(.connecting, .ahoy, .handled, .connecting, .E),
        Cell(.startingSession, .ahoy, .handled, .startingSession, .E),
        Cell(.attempting, .ahoy, .handled, .attempting, .E),
        Cell(.waiting, .ahoy, .handled, .waiting, .E),
        Cell(.idle, .ahoy, .handled, .idle, .E),
        Cell(.attemptingSuspended, .ahoy, .handled, .attemptingSuspended, .E),
        Cell(.waitingSuspended, .ahoy, .handled, .waitingSuspended, .E),
    ]
}
