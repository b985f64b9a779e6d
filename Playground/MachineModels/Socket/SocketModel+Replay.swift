import Sockets
import StateInspector

extension SocketModel {
    /// Makes recorded requests on a socket without an owner, which would carry out its effects.
    public static func replay(_ recording: Recording, of name: String) throws -> Recording.Replay {
        try recording.replay(
            of: name, on: { _ in Socket(queueLimit: 3) },
            requests: [
                "connect()": { socket, _ in socket.connect() }, "disconnect()": { socket, _ in socket.disconnect() },
                "suspend()": { socket, _ in socket.suspend() }, "resume()": { socket, _ in socket.resume() },
                "send(_:)": { $0.send(try $1.value()) },
                "connected(attempt:)": { $0.connected(attempt: try $1.value()) },
                "connectionFailed(attempt:)": { $0.connectionFailed(attempt: try $1.value()) },
                "authFailed(attempt:)": { $0.authFailed(attempt: try $1.value()) },
                "startedSession(session:)": { $0.startedSession(session: try $1.value()) },
                "reconnectTimerFired(attempt:)": { $0.reconnectTimerFired(attempt: try $1.value()) },
                "disconnected(attempt:)": { $0.disconnected(attempt: try $1.value()) },
            ]
        )
    }
}
