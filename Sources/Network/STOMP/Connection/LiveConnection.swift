import AsyncPrimitives
import Sockets
import Synchronization

/// A connection on which a STOMP session runs. It writes frames in portions, and checks heart-beats.
final class LiveConnection {
    /// Counts completed writes. Completions may be added on any thread.
    private final class Completions: Sendable {
        private struct State {
            var count = 0
            /// True while the owner waits for the next completion.
            var isAwaited = false
        }

        private let state = Mutex(State())

        /// Adds a completion. Returns true if the owner must be notified.
        func add() -> Bool {
            state.withLock { state in
                state.count += 1
                defer { state.isAwaited = false }
                return state.isAwaited
            }
        }

        /// Returns the number of completions since the last call.
        ///
        /// If it is zero and `isAwaited` is true, the next `add()` returns true.
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
    /// The greatest number of bytes of acknowledgements and other answers that wait to be written.
    private let answerByteLimit: Int
    private(set) var lastWrite: AnyClock.Instant
    /// True once a `SUBSCRIBE` was written. From then on the server may send messages.
    private(set) var hasSubscribed = false
    private var monitor: HeartBeatMonitor
    /// Runs while the refusal detector waits for the server's answer to the frames that are out.
    var probeTimer: ScopedTask?
    /// Runs while a subscription waits until its name on the wire is free.
    var releaseTimer: ScopedTask?
    /// Runs while frames wait for the network, or for the server's acknowledgement.
    var writeTimer: ScopedTask?
    /// The timers that send heart-beats, and check that the server sends them.
    var timers: [ScopedTask] = []
    private var backlog = WriteBacklog()
    /// The frames that the session wants to see taken by the system, with their places among all messages.
    private var watched = Queue<(name: String, place: Int)>()
    /// The names of watched frames that the system has taken since the last `takeWritten()`.
    private var taken: [String] = []
    private var appendedCount = 0
    private var takenCount = 0
    private let completions = Completions()
    private let roomIsMade: @Sendable () -> Void

    /// Creates a connection.
    ///
    /// `roomIsMade` is called on any thread, when there is room to write, or the system has taken a watched frame.
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

    /// Writes a frame, or lets it wait for room. If the connection is lost, the frame is lost, too.
    ///
    /// The connection fails if a frame cannot be encoded, or there is no room for an answer: see `hasRoomForAnswers`.
    /// After the system has taken the frame, `takeWritten()` returns `name`.
    func write(_ frame: Frame, watchedAs name: String? = nil) {
        // The session limits messages, and the app limits its subscriptions. Only answers need a limit here.
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

    /// Sends a last frame after all waiting frames. The connection object may be released at once.
    ///
    /// The completion is called once, on any thread, with true if the system has taken all frames.
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

    /// The error for a server that reads too little, or too slowly.
    static let peerDoesNotRead = SocketError.transport(.connectionLost("the server does not read"))

    /// False once the waiting acknowledgements and other answers have reached their limit.
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

    /// Removes and returns the names of all watched frames that `takeWritten()` has not returned, taken or not.
    func takeWatched() -> [String] {
        var names = takeWritten()
        while let frame = watched.popFirst() { names.append(frame.name) }
        return names
    }

    /// Returns true if the system has not taken the first message in time, because the server reads too little.
    func isStuck(timeout: Duration) -> Bool {
        resumeWriting()
        return backlog.isStuck(at: clock.now, timeout: timeout)
    }

    /// Returns true if no byte waited for the system at some time since the last call.
    func checkEmptied() -> Bool {
        resumeWriting()
        return backlog.checkEmptied()
    }

    /// The latest time at which something is known to have come in.
    var lastRead: AnyClock.Instant { monitor.lastRead }

    /// Counts this moment as the latest input: a message has come in, or a stalling consumer prevents any input.
    func noteRead() { monitor.read(at: clock.now, inboundActivity: socket.inboundActivity) }

    /// Checks that the server sends data in each interval, as promised.
    ///
    /// Returns the time of the next check; `nil` if nothing has come in for two intervals.
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
            // An error needs no completion: the connection is over.
            if error == nil, completions.add() { roomIsMade() }
        }
    }
}
