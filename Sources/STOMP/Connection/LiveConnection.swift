import AsyncPrimitives
import Sockets
import Synchronization

/// A connection on which a STOMP session runs: writes frames, and keeps the times of the last ones.
final class LiveConnection {
    /// The number of frames that may wait for a server that does not read.
    private static let writeLimit = 10_000

    /// A counter that send completions decrement on any thread.
    private final class WriteCount: Sendable { let count = Atomic(0) }

    let attempt: Int
    /// The time at which the session began on the connection.
    let start: AnyClock.Instant
    let socket: SessionConnection
    private let clock: AnyClock
    private(set) var lastWrite: AnyClock.Instant
    private var monitor: HeartBeatMonitor
    /// Runs while the refusal detector waits for the server's answer to some frames.
    var probeTimer: ScopedTask?
    /// Send heart-beats, and check that the server does.
    var timers: [ScopedTask] = []
    private let writes = WriteCount()

    init(_ socket: SessionConnection, clock: AnyClock) {
        attempt = socket.attempt
        start = clock.now
        self.socket = socket
        self.clock = clock
        lastWrite = clock.now
        monitor = HeartBeatMonitor(at: clock.now, inboundActivity: socket.inboundActivity)
    }

    /// Sends a frame; it is lost if the connection is, which the session learns from the client's status.
    ///
    /// - Precondition: The frame can be encoded.
    func write(_ frame: Frame) {
        do { write(try frame.message()) } catch { fatalError("A frame that is written must be valid: \(error)") }
    }

    /// Sends a heart-beat.
    func beat() { write(.heartBeat) }

    /// The number of frames that the network has not accepted yet.
    var unwritten: Int { writes.count.load(ordering: .relaxed) }

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

    private func write(_ message: Socket.Message) {
        lastWrite = clock.now
        writes.count.add(1, ordering: .relaxed)
        socket.send(message) { [writes] _ in writes.count.subtract(1, ordering: .relaxed) }
        // Acknowledgements have no other limit.
        if unwritten > LiveConnection.writeLimit { fail(.transport(.connectionLost("the server does not read"))) }
    }
}
