import Dispatch
import Sockets

/// A stream of bytes to and from a peer, on which a WebSocket connection is made.
///
/// A stream never waits. Everything happens on the one serial queue that it was made with: its methods are called
/// there. It calls its handlers there, too, but never from within the method that gets them.
package protocol ByteStream: AnyObject {
    /// Begins to connect to the peer; called once, before anything else. The completion is called once, without an
    /// error if the stream is open.
    func connect(timeout: Duration, completion: @escaping (TransportError?) -> Void)

    /// Reads the bytes that are there. Returns the number of bytes put into `buffer`, 0 at the end of the stream, or
    /// `nil` if there are none now.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int?

    /// Writes as much as there is room for.
    ///
    /// A stream may take more than the system does. Then the peer must not be able to use any of it until the system
    /// has it all.
    ///
    /// - Returns: The number of bytes taken, or `nil` if there is no room now.
    func write(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int?

    /// Passes the bytes that were taken to the system.
    ///
    /// Returns true if the system has all of them; if it has no room, ask again when writing has become worthwhile.
    func flush() throws(TransportError) -> Bool

    /// The number of bytes that the system has, and that of the peer has not taken.
    var unacknowledgedByteCount: Int { get }

    /// Calls the handler once, when reading has become worthwhile.
    ///
    /// Read until there are no bytes before: on Linux, Dispatch tells the end of a connection once, with the last bytes.
    func whenReadable(_ handler: @escaping () -> Void)

    /// Calls the handler once, when writing has become worthwhile, or may have.
    func whenWritable(_ handler: @escaping () -> Void)

    /// Closes the connection at once; no handler is called after that, save a `completion` that is still due.
    func close()
}

/// The bytes of a message, in parts between which other bytes may be written.
protocol MessageParts: Sendable {
    /// Makes the next part; there is at least one.
    mutating func next() -> [UInt8]?

    var isAtEnd: Bool { get }
}

/// The serial queues of transports.
///
/// They run on the threads on which tasks run as well: a message changes threads less often then. A serial queue
/// without a target would have a separate thread whenever it is busy: hundreds of them for hundreds of connections.
enum StreamQueues {
    static func makeQueue() -> DispatchQueue { DispatchQueue(label: "WebSocketTransport", target: .global()) }
}
