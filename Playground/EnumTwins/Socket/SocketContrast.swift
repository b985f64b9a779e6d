import Sockets
import StateExploration
import StatePattern

extension Socket.Request {
    /// All but `send`, which changes no state.
    public static let ten = allCases.filter { if case .send = $0 { false } else { true } }
}

/// The members that the socket and its enum have in common; neither of them needs to know.
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
    var phase: Socket.Phase { get }

    func takeEffects() -> [Socket.Effect]
    func activate()
}

extension SocketLike {
    /// Makes a request; a report is about the latest attempt, the latest session, or the next attempt's timer, unless its
    /// number is off by something.
    @discardableResult public func perform(_ request: Socket.Request, offset: Int = 0) -> Outcome {
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

extension Socket: SocketLike {}
extension SocketEnum: SocketLike {}

/// The socket and its enum as systems that can be explored and compared.
///
/// Reports carry the numbers that are current. The states and the effects leave the numbers out, since they grow forever.
public enum SocketContrast {
    public static var machine: MachineModel<Socket.Request> { model("class") { Socket() } }
    public static var twin: MachineModel<Socket.Request> { model("enum") { SocketEnum() } }
    /// The systems' name for the state of a socket.
    public static func state(of socket: any SocketLike) -> String {
        "\(socket.phase)" + (socket.connectsAgain ? ", connects again" : "")
    }

    public static func makeSocket() -> any SocketLike { activated(Socket()) }
    public static func makeEnum() -> any SocketLike { activated(SocketEnum()) }

    static func activated(_ socket: any SocketLike) -> any SocketLike {
        socket.activate()
        return socket
    }

    static func model(_ name: String, make: @escaping () -> any SocketLike) -> MachineModel<Socket.Request> {
        MachineModel(
            { activated(make()) }, named: name, requests: Socket.Request.ten,
            perform: { $0.perform($1) }, state: { state(of: $0) },
            trace: { $0.takeEffects().map(\.words) })
    }
}

/// A request with a number that need not be current: for random sequences, in which reports come late.
public struct NumberedRequest: Hashable, Sendable, CustomStringConvertible {
    let request: Socket.Request
    /// By how much its number is too high.
    let offset: Int

    public var description: String { offset == 0 ? "\(request)" : "\(request) (\(offset))" }

    /// Chooses a request; most reports are on time.
    public static func random(using generator: inout any RandomNumberGenerator) -> NumberedRequest {
        let requests = Socket.Request.allCases
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
            perform: { $0.perform($1.request, offset: $1.offset) },
            state: { "\(SocketContrast.state(of: $0)), attempt \($0.attempt), session \($0.session)" },
            trace: { $0.takeEffects().map { "\($0)" } })
    }
}

extension Socket.Effect {
    /// The effect without its number.
    public var words: String {
        if case .send(let message) = self { return "send \(message)" }
        return String("\(self)".prefix { $0 != "(" })
    }
}
