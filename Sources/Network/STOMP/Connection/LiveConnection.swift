import AsyncPrimitives
import Sockets
import Synchronization

/// A connection on which a STOMP session runs: writes frames in portions, and keeps the times of the last ones.
final class LiveConnection {
    /// The completed writes, which completions count on any thread.
    private final class Completions: Sendable {
        private struct State {
            var count = 0
            /// True while the owner waits for the next one.
            var isAwaited = false
        }

        private let state = Mutex(State())

        /// Counts one more. Returns true if the owner waits for it.
        func add() -> Bool {
            state.withLock { state in
                state.count += 1
                defer { state.isAwaited = false }
                return state.isAwaited
            }
        }

        /// Takes the completions that were not taken before, and returns their number.
        ///
        /// If there are none and they are awaited, the owner is notified of the next one.
        func take(awaiting isAwaited: Bool = false) -> Int {
            state.withLock { state in
                defer { state.count = 0 }
                state.isAwaited = isAwaited && state.count == 0
                return state.count
            }
        }
    }

    let attempt: Int
    /// The time at which the session began on the connection.
    let start: AnyClock.Instant
    let socket: SessionConnection
    private let clock: AnyClock
    /// The number of bytes that waiting answers may take.
    private let answerByteLimit: Int
    private(set) var lastWrite: AnyClock.Instant
    /// True when a `SUBSCRIBE` was written, so that the server may send messages.
    private(set) var hasSubscribed = false
    private var monitor: HeartBeatMonitor
    /// Runs while the refusal detector waits for the server's answer to some frames.
    var probeTimer: ScopedTask?
    /// Runs while the connection must stay open without a frame upon which the server may have closed others.
    var holdTimer: ScopedTask?
    /// Runs while a subscription waits for the release of its name.
    var releaseTimer: ScopedTask?
    /// Runs while anything waits for the server to read, or to acknowledge.
    var writeTimer: ScopedTask?
    /// Send heart-beats, and check that the server does.
    var timers: [ScopedTask] = []
    private var backlog = WriteBacklog()
    /// The frames that the session follows until the system takes them, by their places among all messages.
    private var watched = Queue<(name: String, place: Int)>()
    /// The watched frames that the system has taken since the session last asked.
    private var taken: [String] = []
    private var appendedCount = 0
    private var takenCount = 0
    private let completions = Completions()
    private let roomIsMade: @Sendable () -> Void

    /// Creates a connection; `roomIsMade` is called on any thread when `resumeWriting()` can write more, or a watched frame was
    /// taken.
    init(
        _ socket: SessionConnection, clock: AnyClock, answerByteLimit: Int, roomIsMade: @escaping @Sendable () -> Void
    ) {
        attempt = socket.attempt
        start = clock.now
        self.socket = socket
        self.clock = clock
        self.answerByteLimit = answerByteLimit
        self.roomIsMade = roomIsMade
        lastWrite = clock.now
        monitor = HeartBeatMonitor(at: clock.now, inboundActivity: socket.inboundActivity)
    }

    /// Sends a frame; it is lost if the connection is, which the session learns from the client's status.
    ///
    /// A frame that cannot be encoded makes the connection fail, and so does an answer without room: see
    /// `hasRoomForAnswers`. `takeWritten()` returns the name once the system has taken the frame.
    func write(_ frame: Frame, watchedAs name: String? = nil) {
        // The session limits its messages, and an app holds its subscriptions.
        let isAnswer = frame.command != .send && frame.command != .subscribe
        guard !isAnswer || hasRoomForAnswers else { return fail(Self.peerDoesNotRead) }
        guard let message = message(of: frame) else { return }
        lastWrite = clock.now
        appendedCount += 1
        if frame.command == .subscribe { hasSubscribed = true }
        backlog.append(message, isAnswer: isAnswer)
        if let name { watched.append((name, appendedCount)) }
        resumeWriting()
    }

    /// Sends a last frame, behind all that waits; none of it depends on this object any more.
    ///
    /// The completion is called once, on any thread, with true when the system has taken everything, and with false
    /// when it never will.
    func writeLast(_ frame: Frame, completion: @escaping @Sendable (_ isTaken: Bool) -> Void) {
        while let message = backlog.pop(at: clock.now) { send(message) }
        guard let message = message(of: frame) else { return completion(false) }
        socket.send(message) { completion($0 == nil) }
    }

    /// Sends a heart-beat, unless the server gets bytes anyway.
    func beat() {
        lastWrite = clock.now
        resumeWriting()
        guard backlog.isEmpty else { return }
        backlog.append(.heartBeat)
        appendedCount += 1
        resumeWriting()
    }

    /// The error of a connection on which too much waits for the server, or for too long.
    static let peerDoesNotRead = SocketError.transport(.connectionLost("the server does not read"))

    /// True unless as many acknowledgements and other answers wait for the network as are allowed.
    var hasRoomForAnswers: Bool { backlog.answerByteCount < max(answerByteLimit, 1) }

    /// True if frames wait until the network has taken others.
    var isWaiting: Bool { backlog.isWaiting }

    func resumeWriting() {
        let isAnnounced = !taken.isEmpty
        var count = completions.take()
        repeat {
            backlog.completed(count, at: clock.now)
            takenCount += count
            while let first = watched.first, first.place <= takenCount { taken.append(watched.popFirst()?.name ?? "") }
            while let message = backlog.next(at: clock.now) { send(message) }
            guard backlog.isWaiting || !watched.isEmpty else { break }
            count = completions.take(awaiting: true)
        } while count > 0
        if !taken.isEmpty && !isAnnounced { roomIsMade() }
    }

    /// Returns the names of the watched frames that the system has taken since the last call, in order.
    func takeWritten() -> [String] {
        defer { taken = [] }
        return taken
    }

    /// Returns the names of all watched frames that `takeWritten()` has not returned.
    func takeWatched() -> [String] {
        var names = takeWritten()
        while let frame = watched.popFirst() { names.append(frame.name) }
        return names
    }

    /// Returns true if the server has read too little for a time.
    func isStuck(timeout: Duration) -> Bool {
        resumeWriting()
        return backlog.isStuck(at: clock.now, timeout: timeout)
    }

    /// Returns true if the system had taken all bytes at some time since the last call.
    func checkEmptied() -> Bool {
        resumeWriting()
        return backlog.checkEmptied()
    }

    /// The latest time at which something is known to have come in.
    var lastRead: AnyClock.Instant { monitor.lastRead }

    /// Notes that a message has come in, or that nothing can because a consumer stalls the session.
    func noteRead() { monitor.read(at: clock.now, inboundActivity: socket.inboundActivity) }

    /// Checks that the server sends something, as it has promised to do in each interval. Returns the time of the next
    /// check; `nil` if the server does not.
    func checkHeartBeat(every interval: Duration) -> AnyClock.Instant? {
        monitor.check(at: clock.now, inboundActivity: socket.inboundActivity, interval: interval)
    }

    /// Closes the connection for a reason; the client connects again.
    func fail(_ error: SocketError) { socket.fail(error) }

    /// Encodes a frame; fails the connection, and returns `nil`, if that is not possible.
    private func message(of frame: Frame) -> Socket.Message? {
        do {
            return try frame.message()
        } catch {
            fail(.noSession("\(error)"))
            return nil
        }
    }

    private func send(_ message: Socket.Message) {
        socket.send(message) { [completions, roomIsMade] error in
            // After an error the connection is over.
            if error == nil, completions.add() { roomIsMade() }
        }
    }
}
