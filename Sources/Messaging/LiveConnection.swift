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
    private let time: Timepiece
    private(set) var lastWrite: Duration
    var lastRead: Duration
    /// A consumer does not keep up, so the server may well have been heard of.
    var isHeldUp = false
    /// The server has closed the connection upon a frame, which was found already.
    var hasBlamed = false
    private let writes = WriteCount()
    /// Says something now and then, and makes sure that the server does.
    var beats: [OwnedTask] = []

    init(_ socket: SessionConnection, time: Timepiece) {
        attempt = socket.attempt
        self.socket = socket
        self.time = time
        lastWrite = time.now
        lastRead = time.now
    }

    /// Sends a frame; if the connection is lost it is lost as well, and the session learns that from its states.
    ///
    /// - Precondition: The frame can be encoded.
    func write(_ frame: Frame) {
        do { write(try frame.message()) } catch { fatalError("A frame was sent that cannot be: \(error)") }
    }

    func beat() { write(.text(String(decoding: HeartBeat.bytes, as: UTF8.self))) }

    /// How many frames the network has not taken yet.
    var unwritten: Int { writes.count.load(ordering: .relaxed) }

    func fail(_ error: SocketError) { socket.fail(error) }

    private func write(_ message: Socket.Message) {
        lastWrite = time.now
        writes.count.add(1, ordering: .relaxed)
        socket.send(message) { [writes] _ in writes.count.subtract(1, ordering: .relaxed) }
        // Acknowledgements are not counted by anybody else.
        if unwritten > LiveConnection.writeLimit { fail(.transport(.connectionLost("the server does not read"))) }
    }
}
