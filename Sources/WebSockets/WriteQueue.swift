import Sockets

/// Frames that are to be written, in order.
struct WriteQueue {
    /// Called once, without an error when all bytes were written.
    typealias Completion = @Sendable (TransportError?) -> Void

    private struct Item {
        var bytes: [UInt8]
        var isPong = false
        var completion: Completion?
    }

    private var items = Queue<Item>()
    /// How many bytes of the first item are written.
    private var written = 0
    private var waitsForRoom = false
    /// How many times writing went on after it had to wait: each time, there was room that was not there before.
    private(set) var resumptions = 0

    private var hasUnstarted: Bool { items.count > (written > 0 ? 1 : 0) }

    /// Puts bytes after all others.
    mutating func append(_ bytes: [UInt8], completion: Completion? = nil) {
        items.append(Item(bytes: bytes, completion: completion))
    }

    /// Puts a pong after all others, instead of one that was to be written just before it.
    ///
    /// A peer that sends pings and does not read would otherwise fill the memory; the latest ping is the one that has to
    /// be answered (RFC 6455, section 5.5.3).
    mutating func appendPong(_ bytes: [UInt8]) {
        if hasUnstarted, items.last?.isPong == true { _ = items.popLast() }
        items.append(Item(bytes: bytes, isPong: true))
    }

    /// Writes as much as there is room for, and completes what is written.
    ///
    /// - Returns: Whether nothing is left.
    /// - Throws: Why the stream cannot be written to.
    mutating func write(to stream: any ByteStream) throws(TransportError) -> Bool {
        while let item = items.first {
            while written < item.bytes.count {
                guard let count = try WriteQueue.write(item.bytes, from: written, to: stream) else { return wait() }
                written += count
                goOn()
            }
            guard try stream.flush() else { return wait() }
            goOn()
            _ = items.popFirst()
            written = 0
            item.completion?(nil)
        }
        return true
    }

    /// Forgets what is not even begun, and fails it.
    ///
    /// - Returns: Whether there was anything.
    mutating func dropUnstarted(_ error: TransportError) -> Bool {
        guard hasUnstarted else { return false }
        let underWay = written > 0 ? items.popFirst() : nil
        var dropped = items
        items = Queue()
        if let underWay { items.append(underWay) }
        while let item = dropped.popFirst() { item.completion?(error) }
        return true
    }

    /// Forgets everything, and fails it.
    mutating func dropAll(_ error: TransportError) {
        var dropped = items
        (items, written) = (Queue(), 0)
        while let item = dropped.popFirst() { item.completion?(error) }
    }

    private mutating func wait() -> Bool {
        waitsForRoom = true
        return false
    }

    private mutating func goOn() {
        if waitsForRoom { resumptions += 1 }
        waitsForRoom = false
    }

    private static func write(
        _ bytes: [UInt8], from start: Int, to stream: any ByteStream
    ) throws(TransportError) -> Int? {
        // A closure of the library cannot say which error it throws.
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(TransportError) in
                try stream.write(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            }
        }
        return try result.get()
    }
}
