import MachineModels
import Sockets
import StateExploration
import StateInspector
import StatePattern

/// The socket without a network: the user types the network's reports.
final class SocketMachine: Machine {
    static let name = "socket"
    static let summary = "a reconnecting socket: ten states in a tree"
    static let hint: String? =
        "Nothing happens by itself here: you type what is reported as well, such as connected or connectionFailed."

    private let socket = Socket.makeExample()

    init(inRealTime: Bool) {}

    var state: String { socket.state.statePath }
    var stateInOverview: String { socket.stateInOverview }

    var detail: String { socket.detail }

    func takeEffects() -> [String] { socket.takeWords() }

    func activate(_ tell: @escaping (ObservedRequest) -> Void) {
        socket.observeRequests { tell(ObservedRequest($0)) }
        socket.activate()
    }

    func follow(in log: RequestLog) -> String { log.follow(socket, named: Self.name) }
}

extension SocketMachine {
    static let replay: Playground.Replay = { try Socket.replay($0, of: $1) }

    static let commands: [Command<SocketMachine>] = [
        request("connect", "have a connection, at once if one is waited for"),
        request("disconnect", "give the connection up"),
        request("suspend", "end the session, and keep the connection"),
        request("resume", "have a session again"),
        Command(
            "send", "<message>", example: "hello", "send a message; up to three wait until they can", read: { $0 }
        ) { $0.socket.sendText($1) },
        report("connected", "the latest attempt has led to a connection"),
        report("connectionFailed", "the latest attempt, or its connection, has failed"),
        report("authFailed", "the peer does not accept who the client is"),
        report("startedSession", "the latest session has started"),
        report("reconnectTimerFired", "it is time for the next attempt"),
        report("disconnected", "the connection has been closed"),
    ]

    /// A command for a request with the socket's current numbers. The socket drops a report about an attempt that is over.
    private static func request(_ name: String, _ help: String) -> Command<SocketMachine> {
        Command(name, help) { $0.socket.make(name) }
    }

    private static func report(_ name: String, _ help: String) -> Command<SocketMachine> {
        request(name, help).asReport
    }

    static let reporter = "its owner"

    static let live: LiveMode? = LiveMode(
        help: SocketOptions.help, story: { try await SocketStory.tell() },
        perform: { try await LiveSocket(SocketOptions($0)).run() })

    static func makeServed(with inspector: Inspector) async throws -> any Served {
        try await ServedSocket(with: inspector)
    }

    static let overview = Overview(Socket.model, promises: Socket.promises)

    static let tour: [(caption: String, requests: String)] = [
        (
            "A socket only decides; its owner carries out the effects, and reports what came of them.",
            "connect connected startedSession send hello disconnect disconnected"
        ),
        (
            "When the connection is lost, the socket reconnects: attempts and waits alternate.",
            "connect connected startedSession connectionFailed connectionFailed reconnectTimerFired connected"
        ),
        (
            "One that is lost while the socket is suspended comes back without a session.",
            "connect connected suspend connectionFailed connectionFailed connect connected resume"
        ),
        (
            "Messages that are sent too early wait, up to a limit, and go out in order.",
            "connect send one send two send three send four connected startedSession"
        ),
        ("While a connection is being closed, the last wish counts.", "connect disconnect connect disconnected"),
    ]
}
