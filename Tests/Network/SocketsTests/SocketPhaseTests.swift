import EnumTwins
import StateExploration
import StatePattern
import Testing

@testable import Sockets

/// The classes of a socket's states, and its phases.
@Suite struct `The phase of a socket` {
    @Test func `names the class of the state, in every situation, after every request`() throws {
        var phases: Set<Socket.Phase> = []
        for sequence in try SocketContrast.machine.explore().transitionTour() {
            let socket = Socket()
            for request in sequence {
                socket.perform(request)
                Self.check(socket)
                phases.insert(socket.phase)
            }
        }
        #expect(phases == Set(Socket.Phase.allCases))
    }

    private static func check(_ socket: Socket) {
        let state = socket.state
        let phase = socket.phase
        #expect("\(phase)" == state.path)
        switch phase {
        case .disconnected: #expect(state is Socket.Disconnected)
        case .connecting: #expect(state is Socket.Connecting)
        case .startingSession: #expect(state is Socket.StartingSession)
        case .connected: #expect(state is Socket.Connected)
        case .reconnectingAttempting, .suspendedReconnectingAttempting: #expect(state is Socket.Attempting)
        case .reconnectingWaiting, .suspendedReconnectingWaiting: #expect(state is Socket.Waiting)
        case .suspendedIdle: #expect(state is Socket.Suspended.Idle)
        case .disconnecting: #expect(state is Socket.Disconnecting)
        }
        #expect(phase.isWaiting == (state is Socket.Waiting))
        #expect(phase.isAttempting == (state is Socket.Attempting || state is Socket.Connecting))
        #expect(phase.isReconnecting == (state.enclosing(Socket.Reconnection.self) != nil))
        #expect(phase.isSuspended == (state.enclosing(Socket.Suspended.self) != nil))
    }

    @Test(arguments: Situation.allCases)
    func `is the same for the classes and the enum`(situation: Situation) {
        let phases = Machine.allCases.map { situation.reach(with: $0.make()).phase }
        #expect(phases[0] == phases[1])
        #expect(phases[0].description == situation.path)
    }
}

/// Requests as values.
@Suite struct `A request of a socket` {
    @Test(arguments: Socket.Request.allCases)
    func `is made as the method of its name`(request: Socket.Request) {
        let socket = Situation.connecting.reach(with: Socket())
        var names: [String] = []
        let token = socket.observeRequests { names.append($0.request) }
        socket.perform(request)
        token.cancel()
        #expect(names.map { String($0.prefix { $0 != "(" }) } == ["\(request)"])
    }
}
