import Sockets
import StateExploration
import StatePattern

extension SocketModel {
    /// The promises that the socket keeps to the network and to its sessions.
    public static var promises: Promises<Socket.Request> {
        let isOver = StateGraph.Condition.request(Socket.Request.connectionFailed, .authFailed, .disconnected)
        return [
            "a timer is never started twice":
                .never(.effect("startTimer"), after: .effect("startTimer"), until: .effect("cancelTimer")),
            "every timer fires or is canceled":
                .leads(from: .effect("startTimer"), to: .effect("cancelTimer"), fair: [.reconnectTimerFired]),
            "no connection is opened beside another one":
                .never(.effect("open"), after: .effect("open"), until: isOver),
            "every connection that is opened is closed, or its end is reported":
                .leads(from: .effect("open"), to: .effect("close") || isOver, fair: [.disconnect]),
            "a session starts only on a connection":
                .never(
                    .effect("startSession"), after: .effect("close") || .request(.connectionFailed, .authFailed),
                    until: .request(.connected)),
            "no session is started beside another one":
                .never(
                    .effect("startSession"), after: .effect("startSession"),
                    until: .effect("endSession", "close") || isOver),
        ]
    }
}
