import StateExploration
import StatePattern

extension Socket {
    /// The requests of a socket, with an offset for the numbers of reports: negative for late ones.
    ///
    /// `send`, which changes no state, is left out.
    package static func requests(offset: Int = 0) -> RequestList<Socket> {
        [
            .init(Socket.connect), .init(Socket.disconnect), .init(Socket.suspend), .init(Socket.resume),
            .init(Socket.connected) { $0.attempt + offset }, .init(Socket.connectionFailed) { $0.attempt + offset },
            .init(Socket.authFailed) { $0.attempt + offset }, .init(Socket.startedSession) { $0.session + offset },
            .init(Socket.reconnectTimerFired) { $0.attempt + 1 + offset },
            .init(Socket.disconnected) { $0.attempt + offset },
        ]
    }

    /// A model of the socket. States and effects leave out numbers, because they grow forever.
    public static var model: MachineModel<String> {
        MachineModel(
            { Socket() }, requests: requests(), data: { $0.connectsAgain ? "connects again" : "" },
            trace: { $0.takeEffects().map(\.words) })
    }

    /// The promises that the socket keeps to the network and to its sessions.
    public static var promises: Promises<String> {
        let isOver = StateGraph.Condition.request("connectionFailed", "authFailed", "disconnected")
        return [
            "a timer is never started twice":
                .never(.effect("startTimer"), after: .effect("startTimer"), until: .effect("cancelTimer")),
            "every timer fires or is canceled":
                .leads(from: .effect("startTimer"), to: .effect("cancelTimer"), fair: ["reconnectTimerFired"]),
            "no connection is opened beside another one":
                .never(.effect("open"), after: .effect("open"), until: isOver),
            "every connection that is opened is closed, or its end is reported":
                .leads(from: .effect("open"), to: .effect("close") || isOver, fair: ["disconnect"]),
            "a session starts only on a connection":
                .never(
                    .effect("startSession"), after: .effect("close") || .request("connectionFailed", "authFailed"),
                    until: .request("connected")),
            "no session is started beside another one":
                .never(
                    .effect("startSession"), after: .effect("startSession"),
                    until: .effect("endSession", "close") || isOver),
        ]
    }
}

extension Socket.Effect {
    package var words: String {
        if case .send(let message) = self { return "send \(message)" }
        return String("\(self)".prefix { $0 != "(" })
    }
}
