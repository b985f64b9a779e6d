import Sockets

/// A connection on which a STOMP session runs.
final class LiveConnection {
    let attempt: Int
    private let connection: SessionConnection
    private let time: Timepiece
    private(set) var lastWrite: Duration
    var lastRead: Duration
    /// A consumer does not keep up, so the server may well have been heard of.
    var isHeldUp = false
    /// Says something now and then, and makes sure that the server does.
    var beats: [OwnedTask] = []

    init(_ connection: SessionConnection, time: Timepiece) {
        attempt = connection.attempt
        self.connection = connection
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

    func fail(_ error: SocketError) { connection.fail(error) }

    private func write(_ message: Socket.Message) {
        lastWrite = time.now
        connection.send(message) { _ in }
    }
}
