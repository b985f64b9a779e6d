import MachineModels
import Sockets
import StatePattern

/// A place where a socket can be, and the requests that lead there.
enum Situation: String, CaseIterable, Sendable {
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

    private var requests: [Socket.Request] {
        switch self {
        case .disconnected: []
        case .connecting: [.connect]
        case .startingSession: [.connect, .connected]
        case .connected: [.connect, .connected, .startedSession]
        case .attempting: [.connect, .connectionFailed]
        case .waiting: [.connect, .connectionFailed, .connectionFailed]
        case .idle: [.connect, .connected, .suspend]
        case .attemptingSuspended: [.connect, .connected, .suspend, .connectionFailed]
        case .waitingSuspended: [.connect, .connected, .suspend, .connectionFailed, .connectionFailed]
        case .disconnecting: [.connect, .disconnect]
        case .disconnectingToConnect: [.connect, .disconnect, .connect]
        }
    }

    /// Leads a socket that is disconnected here, and forgets the effects on the way.
    @discardableResult func reach(with socket: Socket) -> Socket {
        socket.activate()
        for request in requests { _ = socket.perform(request) }
        _ = socket.takeEffects()
        return socket
    }
}
