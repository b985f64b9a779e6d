import Sockets
import StateExploration
import StateInspector

extension Socket {
    /// Makes recorded requests on a socket without an owner, which would carry out its effects.
    public static func replay(_ recording: Recording, of name: String) throws -> Recording.Replay {
        try recording.replay(
            of: name, on: { _ in Socket(queueLimit: 3) },
            requests: Socket.requests + [.init(Socket.send, .text("Ahoy"))])
    }
}
