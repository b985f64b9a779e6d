import Sockets
import StateExploration
import StatePattern
import TestSupport

enum Situation: String, CaseIterable {
    case disconnected = "Disconnected"
    case connecting = "Connecting"
    case startingSession = "StartingSession"
    case connected = "Connected"
    case attempting = "Reconnecting/Attempting"
    case waiting = "Reconnecting/Waiting"
    case idle = "Suspended/Idle"
    case attemptingSuspended = "Suspended/Reconnecting/Attempting"
    case waitingSuspended = "Suspended/Reconnecting/Waiting"
    case disconnecting = "Disconnecting"
    case disconnectingToConnect = "Disconnecting, connects again"

    private static let graph = try! Socket.model.explore()

    /// Leads a socket that is disconnected here, and forgets the effects on the way.
    func reach(with socket: Socket) -> Socket {
        socket.activate()
        for name in Situation.graph.path(to: self) { Socket.requests().make(name, of: socket, namedBy: { Socket() }) }
        _ = socket.takeEffects()
        return socket
    }
}
