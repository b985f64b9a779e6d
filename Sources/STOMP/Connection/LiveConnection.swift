import AsyncPrimitives
import Sockets
import Synchronization

/// A connection on which a STOMP session runs.
final class LiveConnection {
    /// How many frames may wait for a server that does not read.
    private static let writeLimit = 10_000

    /// Counts from wherever the network tells of what it has taken.
    private final class WriteCount: Sendable { let count = Atomic(0) }

    let attempt: Int
    let socket: SessionConnection
    private let clock: AnyClock
    private(set) var lastWrite: AnyClock.Instant
    var lastRead: AnyClock.Instant
    /// The server closes the connection upon a frame, which was looked for already.
    var hasBlamed = false
    /// A subscription was given up here, so that the server may complain of messages that it has for it.
    var hasUnsubscribed = false
    /// What the server has complained of that did not end the connection from this side.
    var complaint: String?
    /// The receipts of what the complaint may be about, or of what others wait for that are suspects.
    var doubted: Set<String> = []
    /// Ends the wait for these receipts.
    var patience: ScopedTask?
    /// The server may close the connection upon a frame that nobody knows of any more.
    var hasForgotten = false
    private let writes = WriteCount()
    /// Says something now and then, and makes sure that the server does.
    var beats: [ScopedTask] = []

    init(_ socket: SessionConnection, clock: AnyClock) {
        attempt = socket.attempt
        self.socket = socket
        self.clock = clock
        lastWrite = clock.now
        lastRead = clock.now
    }

    /// Sends a frame; if the connection is lost it is lost as well, and the session learns that from its states.
    ///
    /// - Precondition: The frame can be encoded.
    func write(_ frame: Frame) {
        do { write(try frame.message()) } catch { fatalError("A frame was sent that cannot be: \(error)") }
    }

    func beat() { write(.heartBeat) }

    /// How many frames the network has not taken yet.
    var unwritten: Int { writes.count.load(ordering: .relaxed) }

    func fail(_ error: SocketError) { socket.fail(error) }

    private func write(_ message: Socket.Message) {
        lastWrite = clock.now
        writes.count.add(1, ordering: .relaxed)
        socket.send(message) { [writes] _ in writes.count.subtract(1, ordering: .relaxed) }
        // Acknowledgements are not counted by anybody else.
        if unwritten > LiveConnection.writeLimit { fail(.transport(.connectionLost("the server does not read"))) }
    }
}
