import Sockets
import StateExploration
import StatePattern

/// What a socket is asked, on behalf of its client and of what carries out its effects.
public enum SocketRequest: CaseIterable, Sendable {
    case connect, disconnect, suspend, resume
    case connected, connectionFailed, authFailed, startedSession, reconnectTimerFired, disconnected
    case send

    /// All but `send`, which changes no state.
    public static let ten = allCases.filter { $0 != .send }
}

/// What the socket and its enum have in common; neither of them needs to know.
public protocol SocketLike: AnyObject {
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

    func takeEffects() -> [Socket.Effect]
    func activate()
}

extension Socket: SocketLike {
    public var statePath: String { state.path }
}

extension SocketEnum: SocketLike {
    public var statePath: String { state.path }
}

/// The socket and its enum as systems that can be explored and compared.
///
/// Reports carry the numbers that are current. The states and the effects leave the numbers out, since they grow for ever.
public enum SocketContrast {
    public static var machine: MachineModel<SocketRequest> { model("class") { Socket() } }
    public static var twin: MachineModel<SocketRequest> { model("enum") { SocketEnum() } }
    /// The enum with the mistake of the code that the machine was first published with.
    public static var published: MachineModel<SocketRequest> { model("published") { SocketEnum(asPublished: true) } }

    /// What the systems call the state that a socket is in.
    public static func state(of socket: any SocketLike) -> String {
        socket.statePath + (socket.connectsAgain ? ", connects again" : "")
    }

    public static func makeSocket() -> any SocketLike { activated(Socket()) }
    public static func makeEnum() -> any SocketLike { activated(SocketEnum()) }

    static func activated(_ socket: any SocketLike) -> any SocketLike {
        socket.activate()
        return socket
    }

    private static func model(
        _ name: String, make: @escaping () -> any SocketLike
    ) -> MachineModel<SocketRequest> {
        MachineModel(
            { activated(make()) }, named: name, requests: SocketRequest.ten,
            perform: { perform($1, on: $0) }, state: { state(of: $0) },
            trace: { $0.takeEffects().map(\.words) })
    }

    /// Makes a request with the numbers that are current, or with others.
    public static func perform(_ request: SocketRequest, on socket: any SocketLike, offset: Int = 0) -> Outcome {
        let attempt = socket.attempt + offset
        return switch request {
        case .connect: socket.connect()
        case .disconnect: socket.disconnect()
        case .suspend: socket.suspend()
        case .resume: socket.resume()
        case .connected: socket.connected(attempt: attempt)
        case .connectionFailed: socket.connectionFailed(attempt: attempt)
        case .authFailed: socket.authFailed(attempt: attempt)
        case .startedSession: socket.startedSession(session: socket.session + offset)
        case .reconnectTimerFired: socket.reconnectTimerFired(attempt: attempt + 1)
        case .disconnected: socket.disconnected(attempt: attempt)
        case .send: socket.send(.text("Ahoy"))
        }
    }
}

/// A request whose number need not be current: for random sequences, in which reports come late.
public struct NumberedRequest: Hashable, Sendable, CustomStringConvertible {
    let request: SocketRequest
    /// By how much its number is too high.
    let offset: Int

    public var description: String { offset == 0 ? "\(request)" : "\(request) (\(offset))" }

    /// Chooses a request; most reports are on time.
    public static func random(using generator: inout SeededGenerator) -> NumberedRequest {
        let requests = SocketRequest.allCases
        return NumberedRequest(
            request: requests[Int.random(in: requests.indices, using: &generator)],
            offset: [0, 0, 0, -1, -2, 1][Int.random(in: 0..<6, using: &generator)])
    }

    public static var machine: MachineModel<NumberedRequest> { model("class") { Socket(queueLimit: 2) } }
    public static var twin: MachineModel<NumberedRequest> { model("enum") { SocketEnum(queueLimit: 2) } }

    private static func model(
        _ name: String, make: @escaping () -> any SocketLike
    ) -> MachineModel<NumberedRequest> {
        MachineModel(
            { SocketContrast.activated(make()) }, named: name, requests: [],
            perform: { SocketContrast.perform($1.request, on: $0, offset: $1.offset) },
            state: { "\(SocketContrast.state(of: $0)), attempt \($0.attempt), session \($0.session)" },
            trace: { $0.takeEffects().map { "\($0)" } })
    }
}

extension Socket.Effect {
    /// The effect without its number.
    public var words: String {
        switch self {
        case .open: "open"
        case .startTimer: "startTimer"
        case .cancelTimer: "cancelTimer"
        case .startSession: "startSession"
        case .endSession: "endSession"
        case .close: "close"
        case .drop: "drop"
        case .send(let message): "send \(message)"
        }
    }
}
