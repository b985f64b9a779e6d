import Sockets
import Synchronization

/// Bytes that have been read from a stream and are not used yet.
///
/// Buffers share memory, so an empty buffer needs none.
struct ReadBuffer: Sendable {
    // Sound: one buffer at a time has the memory, and lends it only during a call.
    private final class Memory: @unchecked Sendable {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

        deinit { bytes.deallocate() }
    }

    private static let spare = Mutex<[Memory]>([])
    private static let spareLimit = 8

    private var memory: Memory?
    private var unused = 0..<0

    var isEmpty: Bool { unused.isEmpty }

    /// Reads available bytes into an empty buffer.
    ///
    /// Returns the number of bytes; 0 at the end of the stream, `nil` if no bytes are available now. Throws the error
    /// of the stream if it cannot be read.
    mutating func fill(from stream: any ByteStream) throws(TransportError) -> Int? {
        guard unused.isEmpty else { fatalError("A buffer is filled when all of it is used.") }
        let memory = memory ?? ReadBuffer.spare.withLock { $0.popLast() } ?? Memory()
        self.memory = memory
        var count: Int?
        defer { if count == nil { discard() } }
        count = try stream.read(into: memory.bytes)
        unused = 0..<(count ?? 0)
        return count
    }

    /// Passes the bytes to `body`, which removes the bytes that it uses.
    mutating func use<Result, Failure>(
        _ body: (inout UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let memory else { fatalError("An empty buffer has nothing to lend.") }
        var rest = UnsafeRawBufferPointer(rebasing: memory.bytes[unused])
        defer {
            unused = (unused.upperBound - rest.count)..<unused.upperBound
            if unused.isEmpty { discard() }
        }
        return try body(&rest)
    }

    /// Drops the bytes, and gives the memory to other buffers.
    mutating func discard() {
        unused = 0..<0
        guard let memory = memory.take() else { return }
        ReadBuffer.spare.withLock { spare in
            if spare.count < ReadBuffer.spareLimit { spare.append(memory) }
        }
    }
}
