import EnumTwins
import Sockets
import StatePattern
import Testing

/// A number is old as soon as its attempt has failed or another one has begun.
@Suite struct SocketNumberTests {
    @Test(arguments: Machine.allCases, [Socket.Request.connected, .connectionFailed, .authFailed])
    func `A report about an attempt that is not the latest one is dropped in every state`(
        machine: Machine, request: Socket.Request
    ) {
        for situation in Situation.allCases {
            let socket = machine.make()
            situation.reach(with: socket)
            for attempt in [-1, socket.attempt - 1, socket.attempt + 1] {
                #expect(request.make(of: socket, attempt: attempt) == .handled, "\(situation)")
            }
            #expect(socket.phase.description == situation.path)
            #expect(socket.takeEffects() == [])
        }
    }

    @Test(arguments: Machine.allCases, [Socket.Request.connected, .connectionFailed, .authFailed])
    func `A report about an attempt that has failed is dropped even when no other attempt has begun`(
        machine: Machine, request: Socket.Request
    ) {
        let failures: [(Situation, Socket.Request, Situation)] = [
            (.connecting, .authFailed, .disconnected),
            (.attempting, .authFailed, .disconnected),
            (.attempting, .connectionFailed, .waiting),
            (.attemptingSuspended, .connectionFailed, .waitingSuspended),
            (.disconnecting, .connectionFailed, .disconnected),
        ]
        for (situation, failure, target) in failures {
            let socket = machine.make()
            situation.reach(with: socket)
            _ = socket.perform(failure)
            _ = socket.takeEffects()

            #expect(socket.perform(request) == .handled, "\(failure) in \(situation)")

            #expect(socket.phase.description == target.path)
            #expect(socket.takeEffects() == [])
        }
    }

    @Test(arguments: Machine.allCases, Situation.allCases)
    func `A report about any but the next attempt's timer, the latest session or the latest closing is dropped`(
        machine: Machine, situation: Situation
    ) {
        let socket = machine.make()
        situation.reach(with: socket)
        for attempt in [socket.attempt - 1, socket.attempt, socket.attempt + 2] {
            #expect(socket.reconnectTimerFired(attempt: attempt) == .handled)
        }
        for session in [socket.session - 1, socket.session + 1] {
            #expect(socket.startedSession(session: session) == .handled)
        }
        for attempt in [socket.attempt - 1, socket.attempt + 1] {
            #expect(socket.disconnected(attempt: attempt) == .handled)
        }
        #expect(socket.phase.description == situation.path)
        #expect(socket.takeEffects() == [])
    }

    @Test func `Attempts and sessions are numbered from 1 on, without a gap`() {
        let socket = Socket()
        #expect(socket.attempt == 0)
        #expect(socket.session == 0)
        socket.connect()
        socket.connectionFailed(attempt: 1)
        socket.connectionFailed(attempt: 2)
        socket.reconnectTimerFired(attempt: 3)
        socket.connected(attempt: 3)
        socket.startedSession(session: 1)
        socket.suspend()
        socket.resume()
        socket.startedSession(session: 2)
        #expect(socket.state.path == "Connected")
        #expect(
            socket.takeEffects() == [
                .drop, .open(attempt: 1), .open(attempt: 2), .startTimer(attempt: 3), .cancelTimer, .open(attempt: 3),
                .startSession(number: 1), .endSession, .startSession(number: 2),
            ])
    }

    @Test func `The number of an attempt also names the connection that it opened`() {
        let socket = Situation.connected.reach(with: Socket())
        #expect(socket.connectionFailed(attempt: 1) == .transitioned)
        #expect(socket.state.path == "Reconnecting/Attempting")
        #expect(socket.connectionFailed(attempt: 1) == .handled)
        #expect(socket.state.path == "Reconnecting/Attempting")
    }

    @Test(arguments: [Socket.Request.disconnected, .connectionFailed])
    func `A closing may be reported of an attempt that has failed before`(report: Socket.Request) {
        let socket = Situation.waiting.reach(with: Socket())
        socket.disconnect()
        #expect(socket.perform(report) == .transitioned)
        #expect(socket.state.path == "Disconnected")
        #expect(socket.connectionFailed(attempt: 2) == .handled)
    }

    @Test func `A closing that is reported late does not end the next one`() {
        let socket = Situation.disconnectingToConnect.reach(with: Socket())
        socket.connectionFailed(attempt: 1)
        socket.disconnect()
        #expect(socket.disconnected(attempt: 1) == .handled)
        #expect(socket.state.path == "Disconnecting")
        #expect(socket.disconnected(attempt: 2) == .transitioned)
    }

    @Test func `A report that was current when it was queued is dropped if it is out of date when its turn comes`() {
        let socket = Socket()
        var outcomes: [Outcome] = []
        socket.observe { [unowned socket] transition in
            guard transition.target.path == "Connecting" else { return }
            outcomes = [
                socket.connectionFailed(attempt: 1), socket.connected(attempt: 1), socket.authFailed(attempt: 1),
                socket.disconnected(attempt: 1),
            ]
        }
        socket.connect()
        #expect(outcomes == [.queued, .queued, .queued, .queued])
        #expect(socket.state.path == "Reconnecting/Attempting")
        #expect(socket.takeEffects() == [.drop, .open(attempt: 1), .open(attempt: 2)])
    }

    @Test func `A closing that is reported twice ends one closing, even if both reports were queued before that`() {
        let socket = Situation.connected.reach(with: Socket())
        socket.observe { [unowned socket] transition in
            guard transition.target.path == "Disconnecting", socket.attempt == 1 else { return }
            socket.connect()
            socket.disconnected(attempt: 1)
            socket.disconnect()
            socket.disconnected(attempt: 1)
        }
        socket.disconnect()
        #expect(socket.state.path == "Disconnecting")
        #expect(socket.takeEffects() == [.close, .open(attempt: 2), .close])
    }

    @Test func `A session that was current when its start was queued is not taken for the next one`() {
        let socket = Situation.connecting.reach(with: Socket())
        var journal: [String] = []
        socket.observe { [unowned socket] transition in
            journal.append(transition.target.path)
            guard transition.request == "connected(attempt:)" else { return }
            socket.suspend()
            socket.resume()
            socket.startedSession(session: 1)
        }
        socket.connected(attempt: 1)
        #expect(journal == ["StartingSession", "Suspended/Idle", "StartingSession"])
    }

    @Test func `A timer that fires again after its attempt has failed begins no other, even if queued before that`() {
        let socket = Situation.attempting.reach(with: Socket())
        socket.observe { [unowned socket] transition in
            guard transition.target.path == "Reconnecting/Waiting", socket.attempt == 2 else { return }
            socket.reconnectTimerFired(attempt: 3)
            socket.connectionFailed(attempt: 3)
            socket.reconnectTimerFired(attempt: 3)
        }
        socket.connectionFailed(attempt: 2)
        #expect(socket.state.path == "Reconnecting/Waiting")
        #expect(
            socket.takeEffects() == [
                .startTimer(attempt: 3), .cancelTimer, .open(attempt: 3), .startTimer(attempt: 4),
            ])
    }
}

extension Socket.Request {
    /// Makes the request with an attempt's number of one's own.
    fileprivate func make(of socket: any SocketLike, attempt: Int) -> Outcome? {
        switch self {
        case .connected: socket.connected(attempt: attempt)
        case .connectionFailed: socket.connectionFailed(attempt: attempt)
        case .authFailed: socket.authFailed(attempt: attempt)
        default: nil
        }
    }
}
