import Foundation
import Sockets
import Testing

@testable import LoopbackBroker
@testable import Messaging
@testable import STOMP

/// Pairs of defaults that must fit each other, whichever of them is changed.
@Suite struct `The defaults` {
    private let session = StompSession.Configuration(urls: [URL(string: "ws://localhost/ws")!])
    private let names = MessagingSession.Configuration()
    private let coordinator = SessionCoordinator.Configuration()
    private let service = PresenceService.Configuration()
    private var socket: SocketClient.Configuration { session.socket }

    @Test func `let a service know a user who stays, even if a report comes a whole interval late`() throws {
        let (interval, limit) = try (#require(names.presenceInterval), #require(service.silenceLimit))
        #expect(interval * 2 < limit)
        var (others, other) = (names, service)
        others.presenceInterval = .seconds(60)
        other.names = others
        #expect(other.silenceLimit == .seconds(150))
        others.presenceInterval = .seconds(Int64.max)
        other.names = others
        #expect(other.silenceLimit != nil)
        others.presenceInterval = nil
        other.names = others
        #expect(other.silenceLimit == nil)
    }

    @Test func `refresh a token before it expires, however long the store may take`() {
        #expect(coordinator.refreshLead / 2 >= coordinator.refreshTimeout)
        #expect(coordinator.minimumUse < coordinator.refreshLead)
        #expect(coordinator.refusalBackoff.initial >= coordinator.refreshTimeout)
    }

    @Test func `notice a dead server by its heart-beats before a ping goes out, and both before a message is late`() {
        #expect(session.heartBeat.receive * 2 <= socket.pingInterval)
        #expect(socket.pingInterval * 1.25 + socket.pingTimeout < session.acknowledgementTimeout)
        #expect(session.heartBeat.send <= session.heartBeat.receive)
    }

    @Test func `send no more ahead than RabbitMQ bears, and no more to a room than its reader has room for`() throws {
        #expect(session.sendLimit < 400)  // `credit_flow_default_credit`
        let prefetch = try #require(names.roomHeaders.value(of: "prefetch-count").flatMap { Int($0) })
        #expect(prefetch <= socket.messageLimit)
        #expect(prefetch <= names.historyLimit)
    }

    @Test func `pass on the greatest frame, message, answer and text`() {
        let limits = session.frameLimits
        // What WebSocket transports accept.
        let messageSizeLimit = 16 << 20
        #expect((limits.headerCount + 2) * (limits.lineLength + 1) + limits.bodyLength + 2 <= messageSizeLimit)
        for limit in [socket.messageByteLimit, socket.sendByteLimit, session.sendByteLimit] {
            #expect(limit >= messageSizeLimit)
        }
        #expect(names.historyByteLimit >= limits.bodyLength)
    }
}
