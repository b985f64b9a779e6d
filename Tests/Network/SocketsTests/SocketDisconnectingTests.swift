import EnumTwins
import Sockets
import StatePattern
import Testing

@Suite struct SocketDisconnectingTests {
    @Test(arguments: Machine.allCases, [[], [true], [true, false], [false, true], [true, true]])
    func `What was asked last while the connection was closed comes next`(
        machine: Machine, wishes: [Bool]
    ) {
        let socket = machine.make()
        Situation.disconnecting.reach(with: socket)
        for connects in wishes {
            #expect((connects ? socket.perform(.connect) : socket.perform(.disconnect)) == .handled)
            #expect(socket.connectsAgain == connects)
        }
        #expect(socket.takeEffects() == [])

        let connects = wishes.last ?? false
        #expect(socket.disconnected(attempt: 1) == .transitioned)

        #expect(socket.phase.description == (connects ? "Connecting" : "Disconnected"))
        #expect(socket.takeEffects() == (connects ? [.open(attempt: 2)] : [.drop]))
        #expect(!socket.connectsAgain)
    }

    @Test func `A wish is not remembered beyond the closing in which it was made`() {
        let socket = Situation.disconnectingToConnect.reach(with: Socket())
        socket.disconnected(attempt: 1)
        socket.disconnect()
        #expect(!socket.connectsAgain)
        socket.disconnected(attempt: 2)
        #expect(socket.state.path == "Disconnected")
    }
}
