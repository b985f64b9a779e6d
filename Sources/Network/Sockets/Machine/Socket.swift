import AsyncPrimitives
import StatePattern

/// A connection that carries a session, and is opened again whenever it is lost.
///
/// A socket only decides, and performs nothing: it records effects. A ``SocketClient`` takes them after each request,
/// carries them out, and reports the results as requests.
///
/// | State | Meaning | Left by |
/// |---|---|---|
/// | `Disconnected` | no connection is wanted | `connect` |
/// | `Connecting` | the first attempt is in progress | `connected`, a failure, `disconnect`, `suspend` |
/// | `StartingSession` | connected, without a session yet | `startedSession`, a failure, `disconnect`, `suspend` |
/// | `Connected` | the session runs: messages go out | a failure, `disconnect`, `suspend` |
/// | `Reconnecting` | the connection was lost; reconnects | `connected`, `authFailed`, `disconnect`, `suspend` |
/// | `Suspended/Idle` | the connection is open, without a session | `resume`, a failure, `disconnect` |
/// | `Suspended/Reconnecting` | lost while suspended; comes back to `Idle` | `connected`, `authFailed`, `disconnect`, `resume` |
/// | `Disconnecting` | the connection is being closed | `disconnected`, or a failure |
///
/// When the client suspends or resumes, a current attempt continues. Both kinds of `Reconnecting` alternate endlessly
/// between `Attempting` and `Waiting` for a timer; a client that does not want to wait calls `connect`. A
/// failed authentication is never followed by another attempt: the socket disconnects, and the client may connect again
/// with other credentials. All other requests are unhandled, such as `connect` on an open connection.
///
/// A ``Phase`` is named for the path of its state: `reconnectingWaiting` for `Reconnecting/Waiting`.
///
/// ## Numbers
///
/// Attempts and sessions are numbered from 1. An attempt's number also names the connection that it opens, until the
/// connection's end. Each report carries the number from the effect that led to it. A report about anything but the
/// current attempt or session comes too late, or is a mistake: it is dropped, and its outcome is
/// ``/StatePattern/Outcome/handled``.
public final class Socket: Context<Socket.State> {
    /// The number of the latest attempt to connect, which is also the number of attempts so far.
    package private(set) var attempt = 0
    /// The number of the latest session, which is also the number of sessions so far.
    package private(set) var session = 0
    /// The greatest number of messages that wait to go out.
    package let queueLimit: Int

    /// True if the latest attempt has failed, or its connection is gone. Its reports are then out of date.
    private(set) var isAttemptOver = true
    private var queue: [Message] = []
    private var effects: [Effect] = []

    /// Makes a socket that is disconnected. If more messages wait than the limit, they are refused.
    package init(queueLimit: Int = 100) {
        guard queueLimit >= 0 else { fatalError("The limit of a queue cannot be negative.") }
        self.queueLimit = queueLimit
        super.init(initial: Disconnected())
    }

    /// True if the socket is `Disconnecting`, and was asked to connect again afterwards.
    package var connectsAgain: Bool { (state as? Disconnecting)?.connectsAgain ?? false }

    /// Removes and returns the effects to carry out, in order.
    ///
    /// The first request also activates the socket, so the first effect is always ``Effect/drop``.
    package func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: Requests of a client

    /// Asks for a connection. Skips a wait for the next attempt; if a connection is being closed, connects afterwards.
    @discardableResult package func connect() -> Outcome { delegate(State.connect) }

    /// Closes the connection, and drops the queued messages.
    @discardableResult package func disconnect() -> Outcome { delegate(State.disconnect) }

    /// Ends the session and keeps the connection, as for an app in the background.
    @discardableResult package func suspend() -> Outcome { delegate(State.suspend) }

    /// Asks for a session again.
    @discardableResult package func resume() -> Outcome { delegate(State.resume) }

    /// Sends a message at once when `Connected`; queues it while a connection or a session is awaited.
    ///
    /// - Returns: `handled` if the message went out or is queued; `refused` with a ``SocketError`` if the queue is full;
    ///   `unhandled` if no connection is wanted.
    @discardableResult package func send(_ message: Message) -> Outcome { delegate(State.send, message) }

    // MARK: Reports of the owner

    // Numbered reports (see ThreeWaysToPerform.md): a request drops an outdated report, even if it had to wait.

    /// Reports that an attempt has opened a connection.
    @discardableResult package func connected(attempt: Int) -> Outcome {
        delegate(attempt) { $1.isUnderWay($2) ? $0.connected($1) : .handled }
    }

    /// Reports that an attempt has failed, or that the connection it opened is lost.
    @discardableResult package func connectionFailed(attempt: Int) -> Outcome {
        delegate(attempt) { state, socket, attempt in
            guard socket.isUnderWay(attempt) else { return .handled }
            socket.endAttempt()
            return state.connectionFailed(socket)
        }
    }

    /// Reports, also on an open connection, that the peer does not accept the client, or no attempt would help.
    @discardableResult package func authFailed(attempt: Int) -> Outcome {
        delegate(attempt) { $1.isUnderWay($2) ? $0.authFailed($1) : .handled }
    }

    /// Reports that a session has started.
    @discardableResult package func startedSession(session: Int) -> Outcome {
        delegate(session) { $2 == $1.session ? $0.startedSession($1) : .handled }
    }

    /// Reports that it is time for the next attempt.
    @discardableResult package func reconnectTimerFired(attempt: Int) -> Outcome {
        delegate(attempt) { $2 == $1.attempt + 1 ? $0.reconnectTimerFired($1) : .handled }
    }

    /// Reports that an attempt, or the connection it opened, was closed as requested.
    ///
    /// This also follows ``Effect/close`` if nothing was open, so the attempt may have failed before.
    @discardableResult package func disconnected(attempt: Int) -> Outcome {
        delegate(attempt) { $2 == $1.attempt ? $0.disconnected($1) : .handled }
    }
}

// MARK: - For the states

extension Socket {
    func record(_ effect: Effect) { effects.append(effect) }

    /// Begins the next attempt; reports about an earlier attempt are out of date from now on.
    func open() {
        attempt += 1
        isAttemptOver = false
        record(.open(attempt: attempt))
    }

    func endAttempt() { isAttemptOver = true }

    /// Makes the socket accept a report that the latest attempt is closed, even if nothing is left to close.
    func awaitClosing() { isAttemptOver = false }

    func isUnderWay(_ attempt: Int) -> Bool { attempt == self.attempt && !isAttemptOver }

    func startSession() {
        session += 1
        record(.startSession(number: session))
    }

    func enqueue(_ message: Message) -> Reaction {
        guard queue.count < queueLimit else { return refuse(because: SocketError.queueIsFull(limit: queueLimit)) }
        queue.append(message)
        return .handled
    }

    func sendQueue() {
        effects += queue.map(Effect.send)
        dropQueue()
    }

    func dropQueue() { queue = [] }
}
