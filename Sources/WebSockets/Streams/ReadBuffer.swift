import Sockets

/// Bytes that have been read from a stream and are not used yet.
final class ReadBuffer {
    // Sound: the memory belongs to this object, and is lent only for as long as a call lasts.
    private let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    private var unused = 0..<0

    deinit { storage.deallocate() }

    /// Reads what is there into a buffer that is empty.
    ///
    /// - Returns: The number of bytes, 0 at the end of the stream, or `nil` if there are none now.
    /// - Throws: The error of a stream that cannot be read.
    func fill(from stream: any ByteStream) throws(TransportError) -> Int? {
        guard unused.isEmpty else { fatalError("A buffer is filled when all of it is used.") }
        let count = try stream.read(into: storage)
        unused = 0..<(count ?? 0)
        return count
    }

    /// Lends the bytes to a function that removes those it uses.
    func use<Result, Failure>(
        _ body: (inout UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var rest = UnsafeRawBufferPointer(rebasing: storage[unused])
        defer { unused = (unused.upperBound - rest.count)..<unused.upperBound }
        return try body(&rest)
    }

    /// Drops the bytes.
    func discard() { unused = 0..<0 }
}
