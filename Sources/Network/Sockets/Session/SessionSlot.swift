import StatePattern

/// The place for a session on an attempt's connection. At most one session at a time occupies it.
///
/// A slot only decides, and performs nothing: it records ``Effect``s, which its owner takes after each request and
/// carries out. The owner reports the results as requests.
///
/// The end of the attempt is recorded as one of four effects: ``Effect/connectionFailed(_:)``,
/// ``Effect/authFailed(_:)``, ``Effect/disconnect`` and ``Effect/disconnected``. The slot then stays in its state,
/// because its owner drops or closes the connection, and the slot with it.
///
/// This is a context with a class for each state, because most requests concern one or two states. A class mentions
/// only the requests that it handles; an enum would list every state in every request.
final class SessionSlot: Context<SessionSlot.State> {
    /// True from the announced end of a session until another session is wanted, or the connection is being closed.
    private(set) var isEndExpected = false
    private var effects: [Effect] = []

    init() { super.init(initial: Vacant()) }

    var recipient: Recipient { state.recipient }

    /// Removes and returns the effects to carry out, in order.
    func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    // MARK: Requests of the socket

    /// Starts a session on the connection, as soon as the previous session has ended.
    @discardableResult func start(session: Int) -> Outcome { delegate(State.start, session) }

    /// Ends the session, or cancels its start, and keeps the connection.
    @discardableResult func end() -> Outcome { delegate(State.end) }

    /// Ends the use of the connection by its session, because the connection is going to be closed.
    @discardableResult func close() -> Outcome { delegate(State.close) }

    /// Cancels a session that still reads messages after the end of the connection.
    @discardableResult func stopDraining() -> Outcome { delegate(State.stopDraining) }

    // MARK: Reports of the session

    // A report of a session that does not occupy the slot is dropped: its outcome is `handled`.

    /// Reports that the start of a session is over.
    @discardableResult func startEnded(session: Int, _ error: SocketError? = nil) -> Outcome {
        delegate((session, error)) { $0.has($2.0) ? $0.startEnded($1, $2.1) : .handled }
    }

    /// Reports that the end of a session is over.
    @discardableResult func endEnded(session: Int) -> Outcome {
        delegate(session) { $0.has($2) ? $0.endEnded($1) : .handled }
    }

    /// Reports that a session can no longer use the connection.
    @discardableResult func sessionFailed(session: Int, _ error: SocketError) -> Outcome {
        delegate((session, error)) { $0.has($2.0) ? $0.sessionFailed($1, $2.1) : .handled }
    }

    /// Reports that a session has announced its end. From then on, the end of the connection is no failure.
    @discardableResult func expectEnd(session: Int) -> Outcome {
        delegate(session) { $0.has($2) ? $0.expectEnd($1) : .handled }
    }

    // MARK: Reports of the connection

    /// Reports that the connection has ended.
    @discardableResult func connectionEnded(_ error: SocketError) -> Outcome {
        delegate(State.connectionEnded, error)
    }

    /// Reports that the attempt has failed, or that its connection is unusable, though it has not ended.
    @discardableResult func failed(_ error: SocketError) -> Outcome { delegate(State.failed, error) }
}

// MARK: - For the states

extension SessionSlot {
    /// The receiver of an incoming message.
    enum Recipient {
        /// The session, which is being started or ended.
        case session
        /// The consumers of the client's messages.
        case consumers
        /// None: the message is dropped.
        case none
    }

    func record(_ effects: Effect...) { self.effects += effects }

    /// Sets whether the end of the connection is expected.
    func expectEnd(_ isExpected: Bool) { isEndExpected = isExpected }

    /// Records the failure of the attempt, which may have an open connection.
    func fail(_ error: SocketError) {
        record(error.isFinal ? .authFailed(error) : .connectionFailed(error))
    }

    /// Records the end of the connection: as a failure, unless the end is expected.
    func failAfterEnd(_ error: SocketError) {
        if isEndExpected { record(.disconnect) } else { fail(error) }
    }
}
