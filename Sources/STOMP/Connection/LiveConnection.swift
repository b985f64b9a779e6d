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

        /// Counts one more.
        ///
        /// - Returns: True if the owner waits for it.
        func add() -> Bool {
            state.withLock { state in
                state.count += 1
                defer { state.isAwaited = false }
                return state.isAwaited
            }
        }

        /// Takes the completions that were not taken before.
        ///
        /// - Parameter isAwaited: True if the owner, when there are none, is to be told of the next one.
        /// - Returns: Their number.
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
    private(set) var lastWrite: AnyClock.Instant
    private var monitor: HeartBeatMonitor
    /// Runs while the refusal detector waits for the server's answer to some frames.
    var probeTimer: ScopedTask?
    /// Runs while a frame is held back that the server may have closed connections upon.
    var trialTimer: ScopedTask?
    /// Runs while anything waits for the server to read, or to acknowledge.
    var writeTimer: ScopedTask?
    /// Send heart-beats, and check that the server does.
    var timers: [ScopedTask] = []
    private var backlog = WriteBacklog()
    private let completions = Completions()
    private let roomIsMade: @Sendable () -> Void

    /// Creates a connection; `roomIsMade` is called on any thread when `resumeWriting()` can write more.
    init(_ socket: SessionConnection, clock: AnyClock, roomIsMade: @escaping @Sendable () -> Void) {
        attempt = socket.attempt
        start = clock.now
        self.socket = socket
        self.clock = clock
        self.roomIsMade = roomIsMade
        lastWrite = clock.now
        monitor = HeartBeatMonitor(at: clock.now, inboundActivity: socket.inboundActivity)
    }

    /// Sends a frame; it is lost if the connection is, which the session learns from the client's status.
    ///
    /// - Precondition: The frame can be encoded.
    func write(_ frame: Frame) {
        append(frame)
        resumeWriting()
    }

    /// Sends a last frame, behind all that waits; none of it depends on this object any more.
    ///
    /// - Precondition: The frame can be encoded.
    func writeLast(_ frame: Frame) {
        append(frame)
        while let message = backlog.pop(at: clock.now) { send(message) }
    }

    /// Sends a heart-beat, unless the server gets bytes anyway.
    func beat() {
        lastWrite = clock.now
        resumeWriting()
        guard backlog.isEmpty else { return }
        backlog.append(.heartBeat)
        resumeWriting()
    }

    /// True if frames wait until the network has taken others.
    var isWaiting: Bool { backlog.isWaiting }

    /// Writes what there is room for.
    func resumeWriting() {
        var count = completions.take()
        repeat {
            backlog.completed(count, at: clock.now)
            while let message = backlog.next(at: clock.now) { send(message) }
            guard backlog.isWaiting else { return }
            count = completions.take(awaiting: true)
        } while count > 0
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

    /// Checks that the server sends something, as it has promised to do in each interval.
    ///
    /// - Returns: The time of the next check; `nil` if the server does not.
    func checkHeartBeat(every interval: Duration) -> AnyClock.Instant? {
        monitor.check(at: clock.now, inboundActivity: socket.inboundActivity, interval: interval)
    }

    /// Closes the connection for a reason; the client connects again.
    func fail(_ error: SocketError) { socket.fail(error) }

    private func append(_ frame: Frame) {
        lastWrite = clock.now
        do { backlog.append(try frame.message()) } catch {
            fatalError("A frame that is written must be valid: \(error)")
        }
    }

    private func send(_ message: Socket.Message) {
        socket.send(message) { [completions, roomIsMade] _ in if completions.add() { roomIsMade() } }
    }
}
