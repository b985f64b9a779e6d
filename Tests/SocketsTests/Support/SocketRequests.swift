import EnumTwins
import Sockets
import StatePattern

/// What the socket and its twin have in common; a shared protocol is nothing that either of them needs.
protocol SocketRequests: AnyObject {
    func connect() -> Outcome
    func disconnect() -> Outcome
    func suspend() -> Outcome
    func resume() -> Outcome
    func send(_ message: Socket.Message) -> Outcome
    func connected(attempt: Int) -> Outcome
    func connectionFailed(attempt: Int) -> Outcome
    func authFailed(attempt: Int) -> Outcome
    func startedSession(session: Int) -> Outcome
    func reconnectTimerFired(attempt: Int) -> Outcome
    func disconnected(attempt: Int) -> Outcome

    var attempt: Int { get }
    var session: Int { get }
    var connectsAgain: Bool { get }
    var statePath: String { get }

    func activate()
    func takeEffects() -> [Socket.Effect]
}

extension Socket: SocketRequests {
    var statePath: String { state.path }
}

extension SocketEnum: SocketRequests {
    var statePath: String { state.path }
}

/// Everything that can be asked of a socket, with the numbers that are current.
enum Request: CaseIterable, Sendable {
    case connect, disconnect, suspend, resume
    case connected, connectionFailed, authFailed, startedSession, reconnectTimerFired, disconnected
    case send

    func make(of socket: any SocketRequests) -> Outcome {
        switch self {
        case .connect: socket.connect()
        case .disconnect: socket.disconnect()
        case .suspend: socket.suspend()
        case .resume: socket.resume()
        case .connected: socket.connected(attempt: socket.attempt)
        case .connectionFailed: socket.connectionFailed(attempt: socket.attempt)
        case .authFailed: socket.authFailed(attempt: socket.attempt)
        case .startedSession: socket.startedSession(session: socket.session)
        case .reconnectTimerFired: socket.reconnectTimerFired(attempt: socket.attempt + 1)
        case .disconnected: socket.disconnected(attempt: socket.attempt)
        case .send: socket.send(.text("Ahoy"))
        }
    }
}

/// The two ways in which the same machine is written.
enum Machine: CaseIterable, Sendable {
    case classes, `enum`

    func make() -> any SocketRequests {
        switch self {
        case .classes: Socket()
        case .enum: SocketEnum()
        }
    }
}

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
    case disconnectingToConnect = "Disconnecting, then connect"

    /// The path of the current state, which does not show the data of that state.
    var path: String { self == .disconnectingToConnect ? "Disconnecting" : rawValue }

    private var requests: [Request] {
        switch self {
        case .disconnected: []
        case .connecting: [.connect]
        case .startingSession: [.connect, .connected]
        case .connected: [.connect, .connected, .startedSession]
        case .attempting: [.connect, .connectionFailed]
        case .waiting: [.connect, .connectionFailed, .connectionFailed]
        case .idle: [.connect, .connected, .suspend]
        case .attemptingSuspended: [.connect, .suspend]
        case .waitingSuspended: [.connect, .suspend, .connectionFailed]
        case .disconnecting: [.connect, .disconnect]
        case .disconnectingToConnect: [.connect, .disconnect, .connect]
        }
    }

    /// Leads a socket that is disconnected here, and forgets the effects on the way.
    @discardableResult func reach<S: SocketRequests>(with socket: S) -> S {
        socket.activate()
        for request in requests { _ = request.make(of: socket) }
        _ = socket.takeEffects()
        return socket
    }
}
