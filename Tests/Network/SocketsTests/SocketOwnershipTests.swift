import EnumTwins
import Sockets
import StatePattern
import Testing

@Suite struct SocketOwnershipTests {
    @Test(arguments: Situation.allCases)
    func `Dropping a socket frees it and its states`(situation: Situation) {
        var socket: Socket? = situation.reach(with: Socket())
        socket?.send(.text("Ahoy"))
        weak let remainingSocket = socket
        weak let remainingState = socket?.state
        weak let remainingSuperstate = socket?.state.superstate
        #expect(remainingState != nil)

        socket = nil

        #expect(remainingSocket == nil)
        #expect(remainingState == nil)
        #expect(remainingSuperstate == nil)
    }

    @Test func `A state that has been left is freed at once, and its superstate when that is left too`() {
        let socket = Situation.attempting.reach(with: Socket())
        weak let attempting = socket.state
        weak let reconnecting = socket.state.superstate
        socket.connectionFailed(attempt: 2)
        #expect(attempting == nil)
        #expect(reconnecting != nil)
        socket.disconnect()
        #expect(reconnecting == nil)
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
