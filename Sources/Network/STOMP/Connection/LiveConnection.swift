import AsyncPrimitives
import Sockets
import Synchronization

/// A connection on which a STOMP session runs. It writes frames in portions, and checks heart-beats.
final class LiveConnection {
    /// The number of completed writes, which completions count on any thread.
    private final class Completions: Sendable {
        private struct State {
            var count = 0
            /// True while the owner waits for the next completion.
            var isAwaited = false
        }

        private let state = Mutex(State())

        /// Counts a completion. Returns true if the owner waits for it.
        func add() -> Bool {
            state.withLock { state in
                state.count += 1
                defer { state.isAwaited = false }
                return state.isAwaited
            }
        }

        /// Returns the number of completions since the last call.
        ///
        /// If the number is zero and `isAwaited` is true, `add()` notifies the owner of the next completion.
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
    /// The greatest number of bytes that waiting answers take.
    private let answerByteLimit: Int
    private(set) var lastWrite: AnyClock.Instant
    /// True once a `SUBSCRIBE` was written, so that the server may send messages.
    private(set) var hasSubscribed = false
    private var monitor: HeartBeatMonitor
    /// Runs while the refusal detector waits for the server's answer to some frames.
    var probeTimer: ScopedTask?
    /// Runs while the connection must stay open without the suspect.
    var holdTimer: ScopedTask?
    /// Runs while a subscription waits for the release of its name.
    var releaseTimer: ScopedTask?
    /// Runs while frames wait for the server to read or to acknowledge.
    var writeTimer: ScopedTask?
    /// The timers that send heart-beats, and check that the server sends them.
    var timers: [ScopedTask] = []
    private var backlog = WriteBacklog()
    /// The frames that the session follows until the system takes them, with their places among all messages.
    private var watched = Queue<(name: String, place: Int)>()
    /// The names of watched frames that the system has taken since the last `takeWritten()`.
    private var taken: [String] = []
    private var appendedCount = 0
    private var takenCount = 0
    private let completions = Completions()
    private let roomIsMade: @Sendable () -> Void

    /// Creates a connection. `roomIsMade` is called on any thread when there is room to write, or a watched frame was
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

    /// Sends a frame. If the connection is lost, so is the frame; the session sees this in the client's status.
    ///
    /// The connection fails if a frame cannot be encoded, or there is no room for an answer: see `hasRoomForAnswers`.
    /// `takeWritten()` returns `name` once the system has taken the frame.
    func write(_ frame: Frame, watchedAs name: String? = nil) {
        // The session limits messages, and an app holds its subscriptions. Only answers need a limit here.
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

    /// Sends a last frame after all waiting frames. This object may be released at once.
    ///
    /// The completion is called once, on any thread: with true if the system has taken everything, or else with false.
    func writeLast(_ frame: Frame, completion: @escaping @Sendable (_ isTaken: Bool) -> Void) {
        while let message = backlog.pop(at: clock.now) { send(message) }
        guard let message = message(of: frame) else { return completion(false) }
        socket.send(message) { completion($0 == nil) }
    }

    /// Sends a heart-beat, unless other bytes are on their way to the server.
    func beat() {
        lastWrite = clock.now
        resumeWriting()
        guard backlog.isEmpty else { return }
        backlog.append(.heartBeat)
        appendedCount += 1
        resumeWriting()
    }

    /// The error of a connection with a server that reads too little, or too slowly.
    static let peerDoesNotRead = SocketError.transport(.connectionLost("the server does not read"))

    /// True unless the acknowledgements and other answers that wait for the network have reached their limit.
    var hasRoomForAnswers: Bool { backlog.answerByteCount < max(answerByteLimit, 1) }

    /// True if frames wait until the network has taken earlier frames.
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

    /// Returns the names of all watched frames that `takeWritten()` has not returned, and forgets them.
    func takeWatched() -> [String] {
        var names = takeWritten()
        while let frame = watched.popFirst() { names.append(frame.name) }
        return names
    }

    /// Returns true if the server has read too little for the timeout.
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

    /// Checks that the server sends data in each interval, as promised. Returns the time of the next check; `nil` if
    /// the server does not.
    func checkHeartBeat(every interval: Duration) -> AnyClock.Instant? {
        monitor.check(at: clock.now, inboundActivity: socket.inboundActivity, interval: interval)
    }

    /// Closes the connection with an error; the client connects again.
    func fail(_ error: SocketError) { socket.fail(error) }

    /// Encodes a frame. If that is impossible, fails the connection and returns `nil`.
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
