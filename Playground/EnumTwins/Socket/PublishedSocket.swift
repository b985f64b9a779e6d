import Sockets
import StateExploration
import StatePattern

/// The socket as an article published it, once as the code and once as the diagram, which differ.
///
/// Neither has effects, or numbers of attempts: they are states and events alone.
///
/// Source: “Стейт-машини. Частина 3: Ієрархічні стейт-машини” (“State machines, part 3: hierarchical state machines”),
/// swift.org.ua. Both are written anew here, from what the article's code does and from the edges of its diagram.
public final class PublishedSocket<State: PublishedSocketState> {
    private var state = State.disconnected

    public init() {}

    /// Passes an event to the state.
    ///
    /// - Returns: `.transitioned` if another state follows.
    public func perform(_ event: Socket.Request) -> Outcome {
        let next = state.transition(with: event)
        defer { state = next }
        return next == state ? .unhandled : .transitioned
    }

    public var phase: Socket.Phase { state.phase }
}

/// A state of the published machine: a value that returns the next one.
public protocol PublishedSocketState: Hashable, Sendable {
    static var disconnected: Self { get }
    /// The state of the class-based machine to which this one corresponds.
    var phase: Socket.Phase { get }

    /// Returns the state that follows upon an event; the same one if the event means nothing here.
    func transition(with event: Socket.Request) -> Self
}

extension PublishedSocket: SocketLike {
    public func connect() -> Outcome { perform(.connect) }
    public func disconnect() -> Outcome { perform(.disconnect) }
    public func suspend() -> Outcome { perform(.suspend) }
    public func resume() -> Outcome { perform(.resume) }
    public func send(_ message: Socket.Message) -> Outcome { perform(.send(message)) }
    public func connected(attempt: Int) -> Outcome { perform(.connected) }
    public func connectionFailed(attempt: Int) -> Outcome { perform(.connectionFailed) }
    public func authFailed(attempt: Int) -> Outcome { perform(.authFailed) }
    public func startedSession(session: Int) -> Outcome { perform(.startedSession) }
    public func reconnectTimerFired(attempt: Int) -> Outcome { perform(.reconnectTimerFired) }
    public func disconnected(attempt: Int) -> Outcome { perform(.disconnected) }

    public var attempt: Int { 0 }
    public var session: Int { 0 }
    public var connectsAgain: Bool { false }

    public func takeEffects() -> [Socket.Effect] { [] }
    public func activate() {}
}

extension SocketContrast {
    /// The name and the place of the article.
    public static let source = "“Стейт-машини. Частина 3: Ієрархічні стейт-машини”, swift.org.ua"

    /// The code of the article.
    public static var publishedCode: MachineModel<Socket.Request> {
        model("code") { PublishedSocket<PublishedSocketCode>() }
    }

    /// The diagram of the article.
    public static var publishedDiagram: MachineModel<Socket.Request> {
        model("diagram") { PublishedSocket<PublishedSocketDiagram>() }
    }
}
