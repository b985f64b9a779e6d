import StatePattern
import TestSupport
import Testing

@testable import Sockets

/// The socket where its table is no measure: numbers from the first on, requests of observers, messages.
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
}
