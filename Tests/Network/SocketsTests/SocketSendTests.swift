import NetworkTestSupport
import EnumTwins
import Sockets
import StatePattern
import TestSupport
import Testing

@Suite struct SocketSendTests {
    @Test(arguments: Machine.allCases)
    func `What is sent before the session is ready goes out in order when it is`(machine: Machine) {
        let socket = machine.make()
        socket.activate()
        let stages: [Socket.Request] = [
            .connect, .connectionFailed, .connectionFailed, .reconnectTimerFired, .connected,
        ]
        for (number, stage) in stages.enumerated() {
            _ = socket.perform(stage)
            #expect(socket.perform(.send(.text("\(number)"))) == .handled)
        }
        #expect(!socket.takeEffects().contains { $0.isSend })

        _ = socket.startedSession(session: 1)
        _ = socket.perform(.send(.binary([5])))

        let texts = (0...4).map { Socket.Effect.send(.text("\($0)")) }
        #expect(socket.takeEffects() == texts + [.send(.binary([5]))])
    }

    @Test(arguments: Machine.allCases)
    func `What is queued outlives a suspension and goes out once`(machine: Machine) {
        let socket = machine.make()
        Situation.connected.reach(with: socket)
        _ = socket.perform(.suspend)
        _ = socket.perform(.send(.text("Ahoy")))
        _ = socket.connectionFailed(attempt: 1)
        _ = socket.connected(attempt: 2)
        _ = socket.perform(.resume)
        _ = socket.takeEffects()

        _ = socket.startedSession(session: 2)
        #expect(socket.takeEffects() == [.send(.text("Ahoy"))])

        _ = socket.connectionFailed(attempt: 2)
        _ = socket.connected(attempt: 3)
        _ = socket.startedSession(session: 3)
        #expect(!socket.takeEffects().contains { $0.isSend })
    }

    @Test(arguments: [
        (Situation.connecting, Socket.Request.disconnect), (.startingSession, .disconnect), (.attempting, .disconnect),
        (.waiting, .disconnect), (.idle, .disconnect), (.waitingSuspended, .disconnect),
        (.connecting, .authFailed), (.startingSession, .authFailed), (.attempting, .authFailed), (.idle, .authFailed),
    ])
    func `What is queued is dropped when the socket disconnects`(situation: Situation, request: Socket.Request) {
        for machine in Machine.allCases {
            let socket = machine.make()
            situation.reach(with: socket)
            _ = socket.perform(.send(.text("Ahoy")))
            _ = socket.perform(request)
            _ = socket.perform(.connect)
            _ = socket.disconnected(attempt: socket.attempt)
            _ = socket.connected(attempt: socket.attempt)
            _ = socket.startedSession(session: socket.session)
            #expect(socket.phase.description == "Connected")
            #expect(!socket.takeEffects().contains { $0.isSend })
        }
    }

    @Test func `The queue is bounded, and says so to the one who sends too much`() {
        for socket in [Socket(queueLimit: 2), SocketEnum(queueLimit: 2)] as [any SocketLike] {
            Situation.connecting.reach(with: socket)
            #expect((1...3).map { socket.perform(.send(.text("\($0)"))) } == [.handled, .handled, .refused])
            _ = socket.perform(.suspend)
            #expect(socket.perform(.send(.text("4"))) == .refused)
            if let socket = socket as? Socket {
                #expect(socket.lastRefusal as? SocketError == .queueIsFull(limit: 2))
            }
            _ = socket.perform(.resume)
            _ = socket.connected(attempt: socket.attempt)
            _ = socket.takeEffects()
            _ = socket.startedSession(session: socket.session)
            #expect(socket.takeEffects() == [.send(.text("1")), .send(.text("2"))])

            _ = socket.connectionFailed(attempt: socket.attempt)
            #expect(socket.perform(.send(.text("5"))) == .handled, "what has gone out leaves room")
        }
    }

    @Test func `The queue takes a hundred messages unless told otherwise, and none if told so`() {
        for (socket, limit) in [(Socket(), 100), (Socket(queueLimit: 0), 0)] {
            #expect(socket.queueLimit == limit)
            socket.connect()
            #expect((0...limit).prefix { socket.send(.text("\($0)")) == .handled }.count == limit)
        }
    }

    @Test func `A queue with a negative limit traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Socket(queueLimit: -1)
        }
        #expect(result.map(\.errors)?.contains("The limit of a queue cannot be negative.") == true)
    }

    @Test func `Effects are handed over once`() {
        let socket = Socket()
        #expect(socket.takeEffects() == [])
        socket.connect()
        #expect(socket.takeEffects() == [.drop, .open(attempt: 1)])
        #expect(socket.takeEffects() == [])
    }
}

extension Socket.Effect {
    fileprivate var isSend: Bool {
        if case .send = self { true } else { false }
    }
}
