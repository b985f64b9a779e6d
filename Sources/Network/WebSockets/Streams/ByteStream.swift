import Sockets

/// A stream of bytes to and from a peer, on which a WebSocket connection is made.
///
/// A stream never waits. Call its methods on the serial queue that it was made with. It calls its handlers on the same
/// queue, but never during the method that gets them.
package protocol ByteStream: AnyObject {
    /// Begins to connect to the peer; called once, before anything else.
    ///
    /// The completion is called once: with `nil` if the stream is open, or with the error.
    func connect(timeout: Duration, completion: @escaping (TransportError?) -> Void)

    /// Reads available bytes into `buffer`.
    ///
    /// Returns the number of bytes; 0 at the end of the stream, `nil` if no bytes are available now.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int?

    /// Writes as many bytes as there is room for.
    ///
    /// A stream may take more bytes than the system takes. Then the peer must not be able to use any of these bytes
    /// until the system has all of them.
    ///
    /// - Returns: The number of bytes taken, or `nil` if there is no room now.
    func write(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int?

    /// Passes the bytes that the stream has taken to the system.
    ///
    /// Returns true if the system has all of them. If not, call this again when there may be room.
    func flush() throws(TransportError) -> Bool

    /// The number of bytes that this system has taken, and the peer's system has not acknowledged.
    var unacknowledgedByteCount: Int { get }

    /// Calls the handler once, when there is something to read.
    ///
    /// Before this call, read until no bytes are available: on Linux, Dispatch reports the end only once, with the last
    /// bytes.
    func whenReadable(_ handler: @escaping () -> Void)

    /// Calls the handler once, when there may be room to write.
    func whenWritable(_ handler: @escaping () -> Void)

    /// Closes the connection at once. Afterwards only the `completion` of `connect` may be called.
    func close()
}

/// The parts of a message. Other frames may be written between two parts.
protocol MessageParts: Sendable {
    /// Makes the next part; `nil` after the last part. A message has at least one part.
    mutating func next() -> [UInt8]?

    var isAtEnd: Bool { get }
}
