import EnumTwins
import Sockets
import StatePattern
import Testing

@Suite struct SocketSuspensionTests {
    @Test(arguments: Machine.allCases, [Situation.attemptingSuspended, .waitingSuspended])
    func `A suspended socket that reconnects is suspended still`(machine: Machine, situation: Situation) {
        let socket = machine.make()
        situation.reach(with: socket)
        _ = socket.reconnectTimerFired(attempt: socket.attempt + 1)
        _ = socket.takeEffects()

        _ = socket.connected(attempt: socket.attempt)

        #expect(socket.phase.description == "Suspended/Idle")
        #expect(socket.takeEffects() == [])
    }

    @Test func `Both kinds of Reconnecting use the same two classes`() {
        let reconnecting = [Situation.attempting, .waiting].map { $0.reach(with: Socket()).state }
        let suspended = [Situation.attemptingSuspended, .waitingSuspended].map { $0.reach(with: Socket()).state }
        for (left, right) in zip(reconnecting, suspended) {
            #expect(type(of: left) == type(of: right))
            #expect(left.superstate?.path != right.superstate?.path)
        }
    }

    @Test func `Suspended is neither left nor entered again as long as the connection comes and goes`() {
        let socket = Situation.idle.reach(with: Socket())
        let suspended = socket.state.superstate
        var exited: [String] = []
        socket.observe { exited += $0.exited.map(\.path) }
        socket.connectionFailed(attempt: 1)
        socket.connectionFailed(attempt: 2)
        socket.reconnectTimerFired(attempt: 3)
        socket.connected(attempt: 3)
        #expect(socket.state.path == "Suspended/Idle")
        #expect(socket.state.superstate === suspended)
        #expect(!exited.contains("Suspended"))
    }
}
