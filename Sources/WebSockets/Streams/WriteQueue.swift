import AsyncPrimitives
import Sockets

/// Frames that are to be written: those of messages in order, and control frames before them.
struct WriteQueue {
    /// Called once, without an error when all bytes were written.
    typealias Completion = @Sendable (TransportError?) -> Void

    private struct Item {
        var bytes: [UInt8]
        var isPong = false
        var completion: Completion?
    }

    private var items = Queue<Item>()
    private var controls = Queue<Item>()
    /// The item that is written in part.
    private var underWay: Item?
    /// The number of its bytes that were written.
    private var written = 0
    /// Set when there was no room, cleared when something was written after that.
    private var waitsForRoom = false
    /// The number of times that writing went on after it had to wait: each time, the peer had made room.
    private(set) var resumptions = 0

    /// Puts bytes after all others.
    mutating func append(_ bytes: [UInt8], completion: Completion? = nil) {
        items.append(Item(bytes: bytes, completion: completion))
    }

    /// Puts the frames of a message after all others; they are completed together.
    mutating func append(_ frames: [[UInt8]], completion: @escaping Completion) {
        for frame in frames.dropLast() { append(frame) }
        append(frames[frames.count - 1], completion: completion)
    }

    /// Puts a ping before the messages that are not begun, and between the frames of one that is.
    ///
    /// Source: RFC 6455, section 5.4.
    mutating func appendPing(_ bytes: [UInt8]) { controls.append(Item(bytes: bytes)) }

    /// Puts a pong where a ping would go, instead of one that was to be written just before it.
    ///
    /// A peer that sends pings and does not read would otherwise fill the memory; the latest ping is the one that has to
    /// be answered (RFC 6455, section 5.5.3).
    mutating func appendPong(_ bytes: [UInt8]) {
        if controls.last?.isPong == true { _ = controls.popLast() }
        controls.append(Item(bytes: bytes, isPong: true))
    }

    /// Writes as much as there is room for, and completes what is written.
    ///
    /// - Returns: True if nothing is left.
    /// - Throws: The error of a stream that cannot be written to.
    mutating func write(to stream: any ByteStream) throws(TransportError) -> Bool {
        while let item = underWay ?? controls.first ?? items.first {
            while written < item.bytes.count {
                guard let count = try WriteQueue.write(item.bytes, from: written, to: stream) else { return wait() }
                if underWay == nil { underWay = controls.popFirst() ?? items.popFirst() }
                written += count
                resume()
            }
            guard try stream.flush() else { return wait() }
            resume()
            (underWay, written) = (nil, 0)
            item.completion?(nil)
        }
        return true
    }

    /// Drops and fails the items of which nothing is written.
    ///
    /// - Returns: True if there were any.
    mutating func dropUnstarted(_ error: TransportError) -> Bool {
        guard controls.first != nil || items.first != nil else { return false }
        var dropped = items
        (controls, items) = (Queue(), Queue())
        while let item = dropped.popFirst() { item.completion?(error) }
        return true
    }

    /// Drops and fails everything.
    mutating func dropAll(_ error: TransportError) {
        let completion = underWay?.completion
        (underWay, written) = (nil, 0)
        completion?(error)
        _ = dropUnstarted(error)
    }

    private mutating func wait() -> Bool {
        waitsForRoom = true
        return false
    }

    private mutating func resume() {
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
