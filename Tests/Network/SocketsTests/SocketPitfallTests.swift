import EnumTwins
import Sockets
import StatePattern
import Testing

/// Mistakes that other reconnecting sockets have made.
@Suite struct SocketPitfallTests {
    @Test(arguments: [Situation.waiting, .waitingSuspended])
    func `A disconnect while a reconnect timer is pending cancels it, and nothing reconnects later`(
        situation: Situation
    ) {
        let socket = situation.reach(with: Socket())
        socket.disconnect()
        #expect(socket.takeEffects() == [.cancelTimer, .close])

        #expect(socket.reconnectTimerFired(attempt: 3) == .unhandled)
        socket.disconnected(attempt: 2)
        #expect(socket.reconnectTimerFired(attempt: 3) == .unhandled)

        #expect(socket.state.path == "Disconnected")
        #expect(socket.takeEffects() == [.drop])
    }

    @Test func `A timer that was cancelled does not fire for the connection that was asked for since`() {
        let socket = Situation.waiting.reach(with: Socket())
        socket.disconnect()
        socket.disconnected(attempt: 2)
        socket.connect()
        #expect(socket.reconnectTimerFired(attempt: 3) == .handled)
        socket.connectionFailed(attempt: 3)
        socket.connectionFailed(attempt: 4)
        #expect(socket.reconnectTimerFired(attempt: 3) == .handled)
        #expect(socket.state.path == "Reconnecting/Waiting")
    }

    @Test(arguments: [Situation.connecting, .startingSession, .connected, .attempting, .idle, .attemptingSuspended])
    func `A second connect opens no second connection`(situation: Situation) {
        let socket = situation.reach(with: Socket())
        #expect(socket.connect() == .unhandled)
        #expect(socket.takeEffects() == [])
    }

    @Test func `A connect that skips the wait leaves no timer behind that opens another connection`() {
        let socket = Situation.waiting.reach(with: Socket())
        socket.connect()
        #expect(socket.takeEffects() == [.cancelTimer, .open(attempt: 3)])
        #expect(socket.reconnectTimerFired(attempt: 3) == .handled)
        #expect(socket.takeEffects() == [])
    }

    @Test func `An old transport's late event does not end the new session`() {
        let socket = Situation.connected.reach(with: Socket())
        socket.connectionFailed(attempt: 1)
        socket.connected(attempt: 2)
        socket.startedSession(session: 2)
        #expect(socket.connectionFailed(attempt: 1) == .handled)
        #expect(socket.authFailed(attempt: 1) == .handled)
        #expect(socket.state.path == "Connected")
    }

    @Test(arguments: [Situation.waiting, .waitingSuspended])
    func `No number of failed attempts parks the socket forever`(situation: Situation) {
        let socket = situation.reach(with: Socket())
        for attempt in 3...100 {
            #expect(socket.reconnectTimerFired(attempt: attempt) == .transitioned)
            #expect(socket.connectionFailed(attempt: attempt) == .transitioned)
            #expect(
                socket.takeEffects() == [.cancelTimer, .open(attempt: attempt), .startTimer(attempt: attempt + 1)])
        }
        #expect(socket.state.path == situation.path)
    }

    @Test(arguments: Situation.allCases)
    func `A failed authentication is never followed by another attempt of itself`(situation: Situation) {
        let socket = situation.reach(with: Socket())
        let outcome = socket.authFailed(attempt: socket.attempt)
        for effect in socket.takeEffects() {
            #expect(effect == .drop || effect == .close)
        }
        if outcome == .transitioned {
            socket.disconnected(attempt: socket.attempt)
            #expect(socket.state.path == "Disconnected")
            #expect(socket.takeEffects().allSatisfy { $0 == .drop })
        }
    }

    @Test func `There is one timer for each attempt, and none while an attempt is under way`() {
        let socket = Situation.waiting.reach(with: Socket())
        socket.reconnectTimerFired(attempt: 3)
        #expect(socket.takeEffects() == [.cancelTimer, .open(attempt: 3)])
        #expect(socket.reconnectTimerFired(attempt: 3) == .handled)
        #expect(socket.reconnectTimerFired(attempt: 4) == .unhandled)
        #expect(socket.takeEffects() == [])
        #expect(socket.state.path == "Reconnecting/Attempting")
    }

    @Test(arguments: Situation.allCases)
    func `A disconnect ends in Disconnected, whether the closing succeeds or fails`(situation: Situation) {
        guard situation != .disconnected else { return }
        for isClean in [true, false] {
            let socket = situation.reach(with: Socket())
            socket.disconnect()
            #expect(socket.state.path == "Disconnecting")
            if !isClean { socket.connectionFailed(attempt: socket.attempt) }
            socket.disconnected(attempt: socket.attempt)
            #expect(socket.state.path == "Disconnected")
        }
    }

    @Test func `Closed is not reported before it is torn down`() {
        let socket = Situation.connected.reach(with: Socket())
        var journal: [String] = []
        socket.observe { journal.append("\($0)") }
        socket.disconnect()
        #expect(journal == ["disconnect(): Connected → Disconnecting"])
        socket.disconnected(attempt: 1)
        #expect(journal.last == "disconnected(attempt:): Disconnecting → Disconnected")
    }

    @Test(arguments: Socket.Request.allCases)
    func `No event after a disconnect brings the connection back`(request: Socket.Request) {
        guard request != .connect else { return }
        let socket = Situation.connected.reach(with: Socket())
        socket.disconnect()
        for _ in 1...3 { _ = socket.perform(request) }
        #expect(["Disconnecting", "Disconnected"].contains(socket.state.path))
        #expect(socket.takeEffects().allSatisfy { $0 == .close || $0 == .drop })
    }

    @Test func `A session that started just as it was suspended does not end the suspension`() {
        let socket = Situation.startingSession.reach(with: Socket())
        socket.suspend()
        socket.startedSession(session: 1)
        #expect(socket.state.path == "Suspended/Idle")
        socket.resume()
        #expect(socket.startedSession(session: 1) == .handled)
        #expect(socket.state.path == "StartingSession")
    }
}
