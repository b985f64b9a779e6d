import MachineModels
import Sockets
import StatePattern
import TestSupport

typealias Situation = TestSupport.Situation<Socket.Request>

extension Situation {
    static let disconnected = Self("Disconnected")
    static let connecting = disconnected.then("Connecting", .connect)
    static let startingSession = connecting.then("StartingSession", .connected)
    static let connected = startingSession.then("Connected", .startedSession)
    static let attempting = connecting.then("Reconnecting/Attempting", .connectionFailed)
    static let waiting = attempting.then("Reconnecting/Waiting", .connectionFailed)
    static let idle = startingSession.then("Suspended/Idle", .suspend)
    static let attemptingSuspended = idle.then("Suspended/Reconnecting/Attempting", .connectionFailed)
    static let waitingSuspended = attemptingSuspended.then("Suspended/Reconnecting/Waiting", .connectionFailed)
    static let disconnecting = connecting.then("Disconnecting", .disconnect)
    static let disconnectingToConnect = disconnecting.then("Disconnecting, connects again", .connect)

    static let allCases = [
        disconnected, connecting, startingSession, connected, attempting, waiting, idle, attemptingSuspended,
        waitingSuspended, disconnecting, disconnectingToConnect,
    ]

    /// Leads a socket that is disconnected here, and forgets the effects on the way.
    func reach(with socket: Socket) -> Socket {
        socket.activate()
        let socket = reach(with: socket) { $1.perform($0) }
        _ = socket.takeEffects()
        return socket
    }
}
