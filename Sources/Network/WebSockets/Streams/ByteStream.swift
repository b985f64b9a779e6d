import Dispatch
import Sockets

/// A stream of bytes to and from a peer, on which a WebSocket connection is made.
///
/// A stream never waits. Call its methods on the serial queue that it was made with. It calls its handlers there, too,
/// but never during the method that gets them.
package protocol ByteStream: AnyObject {
    /// Begins to connect to the peer; called once, before anything else. The completion is called once, without an
    /// error if the stream is open.
    func connect(timeout: Duration, completion: @escaping (TransportError?) -> Void)

    /// Reads available bytes into `buffer`. Returns their number; 0 at the end of the stream, `nil` if none are
    /// available.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int?

    /// Writes as many bytes as there is room for.
    ///
    /// A stream may take more bytes than the system takes. Then the peer must not be able to use any of them until the
    /// system has them all.
    ///
    /// - Returns: The number of bytes taken, or `nil` if there is no room now.
    func write(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int?

    /// Passes the taken bytes to the system.
    ///
    /// Returns true if the system has all of them. If not, call this again when writing has become worthwhile.
    func flush() throws(TransportError) -> Bool

    /// The number of bytes that this system has, and the peer's system has not taken.
    var unacknowledgedByteCount: Int { get }

    /// Calls the handler once, when reading has become worthwhile.
    ///
    /// Before, read until no bytes are available: on Linux, Dispatch reports the end only once, with the last bytes.
    func whenReadable(_ handler: @escaping () -> Void)

    /// Calls the handler once, when writing may have become worthwhile.
    func whenWritable(_ handler: @escaping () -> Void)

    /// Closes the connection at once. After that, no handler is called except a `completion` that is still due.
    func close()
}

/// The bytes of a message, in parts between which other bytes may be written.
protocol MessageParts: Sendable {
    /// Makes the next part; a message has at least one part.
    mutating func next() -> [UInt8]?

    var isAtEnd: Bool { get }
}

/// The serial queues of transports.
///
/// They share the threads of tasks, so that a message changes threads less often. A serial queue without a target
/// would have its own thread whenever it is busy: hundreds of threads for hundreds of connections.
enum StreamQueues {
    static func makeQueue() -> DispatchQueue { DispatchQueue(label: "WebSocketTransport", target: .global()) }
}
