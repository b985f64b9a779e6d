import Sockets
import StateExploration
import StatePattern

/// A model of the socket, which can be driven and explored.
///
/// Reports carry the current numbers. States and effects leave the numbers out, because they grow forever.
public enum SocketModel {
    public static var machine: MachineModel<Socket.Request> {
        MachineModel(
            { Socket() }, named: "Socket", requests: Socket.Request.ten, perform: { $0.perform($1) },
            data: { $0.connectsAgain ? "connects again" : "" }, trace: { $0.takeEffects().map(\.words) })
    }

    /// The name of the current state in the graph.
    public static func state(of socket: Socket) -> String {
        socket.state.statePath + (socket.connectsAgain ? ", connects again" : "")
    }
}

extension Socket {
    /// Makes a request. A report has the number of the latest attempt, session or timer plus `offset`: 0 for a current
    /// report.
    @discardableResult public func perform(_ request: Request, offset: Int = 0) -> Outcome {
        let attempt = attempt + offset
        return switch request {
        case .connect: connect()
        case .disconnect: disconnect()
        case .suspend: suspend()
        case .resume: resume()
        case .connected: connected(attempt: attempt)
        case .connectionFailed: connectionFailed(attempt: attempt)
        case .authFailed: authFailed(attempt: attempt)
        case .startedSession: startedSession(session: session + offset)
        case .reconnectTimerFired: reconnectTimerFired(attempt: attempt + 1)
        case .disconnected: disconnected(attempt: attempt)
        case .send(let message): send(message)
        }
    }
}

extension Socket.Request {
    /// The ten requests other than `send`, which changes no state.
    public static let ten = allCases.filter { if case .send = $0 { false } else { true } }
}

extension Socket.Effect {
    /// The effect as a text, without its number.
    public var words: String {
        if case .send(let message) = self { return "send \(message)" }
        return String("\(self)".prefix { $0 != "(" })
    }
}
