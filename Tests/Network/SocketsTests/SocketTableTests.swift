import Contrast
import Sockets
import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite struct `The table of the socket` {
    @Test func `has each request in each state, and no dead end`() throws {
        let graph = try Socket.model.explore()
        expectTable(SocketCell.table, describes: graph)
        #expect(graph.deadEnds == [])
        #expect(graph.unhandledRequests == [])
        #expect(graph.transitionTour().count == 1)
    }

    @Test(arguments: Situation.allCases, [-2, -1, 1])
    func `says nothing of a report with a number that is not current: it is dropped`(
        situation: Situation, offset: Int
    ) {
        let reports: [SocketRequest] = [
            .connected, .connectionFailed, .authFailed, .startedSession, .reconnectTimerFired, .disconnected,
        ]
        for report in reports {
            let socket = situation.reach(with: Socket())
            let requests = Socket.requests(offset: offset)
            #expect(requests.make("\(report)", of: socket, namedBy: { Socket() }) == .handled, "\(report)")
            #expect(situation.rawValue.hasPrefix(socket.state.statePath), "\(report)")
            #expect(socket.takeEffects() == [], "\(report)")
        }
    }

    @Test func `has phases that name the classes of the states`() throws {
        expectPhases(\.phase, along: try Socket.model.explore(), of: { Socket() }) {
            Socket.requests().make($0, of: $1, namedBy: { Socket() })
        }
    }

    @Test func `has every edge of the diagram that the socket's article published`() throws {
        let (socket, diagram) = (try Socket.model.explore(), try PublishedSocket.diagram().explore())
        var count = 0
        for (source, cells) in zip(diagram.states, diagram.cells) {
            for (event, edge) in zip(diagram.requests, cells) where edge.outcome == .transitioned {
                count += 1
                let state = try #require(socket.states.firstIndex(of: source))
                let request = try #require(socket.requests.firstIndex { "\($0)" == event })
                let target = socket.states[socket.cells[state][request].target]
                #expect(target == diagram.states[edge.target], "\(event) in \(source)")
            }
        }
        #expect(count == 27)
    }
}

enum SocketRequest {
    case connect, disconnect, suspend, resume, connected, connectionFailed, authFailed, startedSession
    case reconnectTimerFired, disconnected
}

typealias SocketCell = TableCell<Situation, SocketRequest, String>

extension SocketCell {
    static let table = connections + sessions + losses + refusals + wishes

    private static let connections: [SocketCell] = [
        .init(.disconnected, .connect, .connecting, ["open"]),
        .init(.connecting, .connected, .startingSession, ["startSession"]),
        .init(.attempting, .connected, .startingSession, ["startSession"]),
        .init(.attemptingSuspended, .connected, .idle),
        .init(.waiting, .connect, .attempting, ["cancelTimer", "open"]),
        .init(.waiting, .reconnectTimerFired, .attempting, ["cancelTimer", "open"]),
        .init(.waitingSuspended, .connect, .attemptingSuspended, ["cancelTimer", "open"]),
        .init(.waitingSuspended, .reconnectTimerFired, .attemptingSuspended, ["cancelTimer", "open"]),
    ]

    private static let sessions: [SocketCell] = [
        .init(.startingSession, .startedSession, .connected),
        .init(.startingSession, .suspend, .idle, ["endSession"]),
        .init(.connected, .suspend, .idle, ["endSession"]),
        .init(.idle, .resume, .startingSession, ["startSession"]),
        // An attempt continues; a wait ends.
        .init(.connecting, .suspend, .attemptingSuspended),
        .init(.attempting, .suspend, .attemptingSuspended),
        .init(.attemptingSuspended, .resume, .attempting),
        .init(.waiting, .suspend, .attemptingSuspended, ["cancelTimer", "open"]),
        .init(.waitingSuspended, .resume, .attempting, ["cancelTimer", "open"]),
    ]

    private static let losses: [SocketCell] = [
        .init(.connecting, .connectionFailed, .attempting, ["open"]),
        .init(.startingSession, .connectionFailed, .attempting, ["open"]),
        .init(.connected, .connectionFailed, .attempting, ["open"]),
        .init(.idle, .connectionFailed, .attemptingSuspended, ["open"]),
        .init(.attempting, .connectionFailed, .waiting, ["startTimer"]),
        .init(.attemptingSuspended, .connectionFailed, .waitingSuspended, ["startTimer"]),
    ]

    /// Without a connection the socket stops; an open connection must be closed first.
    private static let refusals: [SocketCell] =
        [Situation.connecting, .attempting].map { .init($0, .authFailed, .disconnected, ["drop"]) }
        + [Situation.startingSession, .connected, .idle, .attemptingSuspended].map {
            .init($0, .authFailed, .disconnecting, ["close"])
        }

    /// A client disconnects, and what it wishes while that takes. Reports about an attempt that is over are late.
    private static let wishes: [SocketCell] =
        [Situation.connecting, .startingSession, .connected, .attempting, .idle, .attemptingSuspended].map {
            .init($0, .disconnect, .disconnecting, ["close"])
        }
        + [Situation.waiting, .waitingSuspended].map {
            .init($0, .disconnect, .disconnecting, ["cancelTimer", "close"])
        }
        + [SocketRequest.disconnected, .connectionFailed].flatMap { report -> [SocketCell] in
            [
                .init(.disconnecting, report, .disconnected, ["drop"]),
                .init(.disconnectingToConnect, report, .connecting, ["open"]),
            ]
        } + [
            .init(.disconnecting, .connect, .handled, .disconnectingToConnect),
            .init(.disconnecting, .disconnect, .handled, .disconnecting),
            .init(.disconnectingToConnect, .connect, .handled, .disconnectingToConnect),
            .init(.disconnectingToConnect, .disconnect, .handled, .disconnecting),
        ]
        + [Situation.disconnected, .waiting, .waitingSuspended].flatMap { situation in
            [SocketRequest.connected, .connectionFailed, .authFailed].map { .init(situation, $0, .handled, situation) }
        }
}
