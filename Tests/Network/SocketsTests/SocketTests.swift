import StatePattern
import TestSupport
import Testing

@testable import Sockets

/// The socket where its enum is no measure: numbers from the first on, requests of observers, states as objects.
@Suite struct SocketTests {
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
        #expect(socket.state.statePath == "Connected")
        #expect(
            socket.takeEffects() == [
                .drop, .open(attempt: 1), .open(attempt: 2), .startTimer(attempt: 3), .cancelTimer, .open(attempt: 3),
                .startSession(number: 1), .endSession, .startSession(number: 2),
            ])
    }

    @Test func `A report that was current when it was queued is dropped if it is out of date when its turn comes`() {
        let socket = Socket()
        var outcomes: [Outcome] = []
        socket.observe { [unowned socket] transition in
            guard transition.target.statePath == "Connecting" else { return }
            outcomes = [
                socket.connectionFailed(attempt: 1), socket.connected(attempt: 1), socket.authFailed(attempt: 1),
                socket.disconnected(attempt: 1),
            ]
        }
        socket.connect()
        #expect(outcomes == [.queued, .queued, .queued, .queued])
        #expect(socket.state.statePath == "Reconnecting/Attempting")
        #expect(socket.takeEffects() == [.drop, .open(attempt: 1), .open(attempt: 2)])
    }

    @Test func `A closing that is reported twice ends one closing, even if both reports were queued before that`() {
        let socket = Situation.connected.reach(with: Socket())
        socket.observe { [unowned socket] transition in
            guard transition.target.statePath == "Disconnecting", socket.attempt == 1 else { return }
            socket.connect()
            socket.disconnected(attempt: 1)
            socket.disconnect()
            socket.disconnected(attempt: 1)
        }
        socket.disconnect()
        #expect(socket.state.statePath == "Disconnecting")
        #expect(socket.takeEffects() == [.close, .open(attempt: 2), .close])
    }

    @Test func `A session that was current when its start was queued is not taken for the next one`() {
        let socket = Situation.connecting.reach(with: Socket())
        var journal: [String] = []
        socket.observe { [unowned socket] transition in
            journal.append(transition.target.statePath)
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
            guard transition.target.statePath == "Reconnecting/Waiting", socket.attempt == 2 else { return }
            socket.reconnectTimerFired(attempt: 3)
            socket.connectionFailed(attempt: 3)
            socket.reconnectTimerFired(attempt: 3)
        }
        socket.connectionFailed(attempt: 2)
        #expect(socket.state.statePath == "Reconnecting/Waiting")
        #expect(
            socket.takeEffects() == [
                .startTimer(attempt: 3), .cancelTimer, .open(attempt: 3), .startTimer(attempt: 4),
            ])
    }

    @Test func `Suspended is neither left nor entered again while the connection comes and goes`() {
        let socket = Situation.idle.reach(with: Socket())
        let suspended = socket.state.superstate
        var exited: [String] = []
        socket.observe { exited += $0.exited.map(\.statePath) }
        socket.connectionFailed(attempt: 1)
        socket.connectionFailed(attempt: 2)
        socket.reconnectTimerFired(attempt: 3)
        socket.connected(attempt: 3)
        #expect(socket.state.statePath == "Suspended/Idle")
        #expect(socket.state.superstate === suspended)
        #expect(!exited.contains("Suspended"))
    }

    @Test func `The queue takes a hundred messages by default, and none with a limit of zero`() {
        for (socket, limit) in [(Socket(), 100), (Socket(queueLimit: 0), 0)] {
            #expect(socket.queueLimit == limit)
            socket.connect()
            #expect((0...limit).prefix { socket.send(.text("\($0)")) == .handled }.count == limit)
            let reason = socket.refusal { socket.send(.text("one more")) }
            #expect(reason == "\(SocketError.queueIsFull(limit: limit))")
        }
    }

    @Test(arguments: [false, true])
    func `What is queued when a socket disconnects is not sent on its next connection`(connectsAtOnce: Bool) {
        let socket = Socket()
        socket.connect()
        #expect(socket.send(.text("old")) == .handled)
        socket.disconnect()
        if connectsAtOnce { socket.connect() }
        socket.disconnected(attempt: socket.attempt)
        if !connectsAtOnce { socket.connect() }
        #expect(socket.send(.text("new")) == .handled)
        socket.connected(attempt: socket.attempt)
        socket.startedSession(session: socket.session)
        let effects = socket.takeEffects()
        #expect(effects.contains(.send(.text("new"))))
        #expect(!effects.contains(.send(.text("old"))))
    }

    @Test func `A queue with a negative limit traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Socket(queueLimit: -1)
        }
        #expect(result.map(\.errors)?.contains("The limit of a queue cannot be negative.") == true)
    }

    @Test func `A deactivated socket cancels its timer and refuses everything until it is activated again`() {
        let socket = Situation.waiting.reach(with: Socket())
        socket.deactivate()
        #expect(socket.takeEffects() == [.cancelTimer])
        #expect(socket.connect() == .unhandled)
        socket.activate()
        #expect(socket.takeEffects() == [.drop])
        #expect(socket.connect() == .transitioned)
        #expect(socket.takeEffects() == [.open(attempt: 3)])
    }
}
