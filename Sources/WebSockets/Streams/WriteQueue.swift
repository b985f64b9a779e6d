import AsyncPrimitives
import Sockets

/// Frames that are to be written: those of messages in order, and control frames before them.
///
/// Small ones that wait are written together: a call of the system costs more than they do.
struct WriteQueue {
    /// The end of a message's frames.
    enum Outcome: Equatable, Sendable {
        /// The system has all of their bytes.
        case sent
        /// Some of their bytes may have been written, and not all.
        case cut(TransportError)
        /// None of their bytes has been written.
        case dropped(TransportError)

        /// The reason why the message was not sent; `nil` if it was.
        var error: TransportError? {
            switch self {
            case .sent: nil
            case .cut(let error), .dropped(let error): error
            }
        }
    }

    /// Called once, when nothing more will be written of a message.
    typealias Completion = @Sendable (Outcome) -> Void

    private struct Item {
        var bytes: [UInt8]
        var isPong = false
        /// True if another frame of the same message follows.
        var isContinued = false
        var completion: Completion?
    }

    /// The number of bytes that are written together at most, unless a single frame has more: a record of TLS.
    private static let sizeOfWrites = 16 << 10

    private var items = Queue<Item>()
    private var controls = Queue<Item>()
    /// The item that is written in part.
    private var underWay: Item?
    /// The number of its bytes that were written.
    private var written = 0
    /// True if the latest item of which something was written is continued.
    private var isWithinMessage = false
    /// Set when the stream has taken whole items that the system may not have yet.
    private var hasTakenItems = false
    /// The completions of these items.
    private var taken: [Completion] = []
    /// Set when there was no room, cleared when something was written after that.
    private var waitsForRoom = false
    /// The number of times that writing went on after it had to wait: each time, the peer had made room.
    private(set) var resumptions = 0

    /// Puts bytes after all others.
    mutating func append(_ bytes: [UInt8]) { items.append(Item(bytes: bytes)) }

    /// Puts the frames of a message after all others; they are completed together.
    mutating func append(_ frames: [[UInt8]], completion: @escaping Completion) {
        for frame in frames.dropLast() { items.append(Item(bytes: frame, isContinued: true)) }
        items.append(Item(bytes: frames[frames.count - 1], completion: completion))
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

    // MARK: Writing

    /// Writes as much as there is room for, and completes what is written.
    ///
    /// - Returns: True if nothing is left.
    /// - Throws: The error of a stream that cannot be written to.
    mutating func write(to stream: any ByteStream) throws(TransportError) -> Bool {
        while true {
            if hasTakenItems {
                guard try stream.flush() else { return wait() }
                resume()
                completeTakenItems()
            }
            guard underWay != nil || !controls.isEmpty || !items.isEmpty else { return true }
            guard let count = try writeNext(to: stream) else { return wait() }
            resume()
            take(count)
        }
    }

    /// Writes from the first item, and from those behind it that are as small.
    private func writeNext(to stream: any ByteStream) throws(TransportError) -> Int? {
        if let underWay { return try WriteQueue.write(underWay.bytes[written...], to: stream) }
        let count = controls.count + items.count
        var bytes = item(at: 0).bytes
        guard count > 1, bytes.count < WriteQueue.sizeOfWrites else {
            return try WriteQueue.write(bytes[...], to: stream)
        }
        bytes.reserveCapacity(WriteQueue.sizeOfWrites)
        for index in 1..<count {
            let next = item(at: index).bytes
            guard bytes.count + next.count <= WriteQueue.sizeOfWrites else { break }
            bytes += next
        }
        return try WriteQueue.write(bytes[...], to: stream)
    }

    private func item(at index: Int) -> Item {
        index < controls.count ? controls[index] : items[index - controls.count]
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to stream: any ByteStream) throws(TransportError) -> Int? {
        // A closure of the library cannot say which error it throws.
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(TransportError) in try stream.write(bytes) }
        }
        return try result.get()
    }

    /// Removes the items that so many bytes complete, and notes how much of the next one is written.
    private mutating func take(_ count: Int) {
        var count = count
        while count > 0, let item = underWay ?? controls.popFirst() ?? popMessageFrame() {
            let missing = item.bytes.count - written
            guard count >= missing else {
                underWay = item
                written += count
                return
            }
            count -= missing
            (underWay, written) = (nil, 0)
            hasTakenItems = true
            if let completion = item.completion { taken.append(completion) }
        }
    }

    private mutating func popMessageFrame() -> Item? {
        guard let item = items.popFirst() else { return nil }
        isWithinMessage = item.isContinued
        return item
    }

    private mutating func completeTakenItems() {
        let completions = taken
        taken.removeAll(keepingCapacity: true)
        hasTakenItems = false
        for completion in completions { completion(.sent) }
    }

    private mutating func wait() -> Bool {
        waitsForRoom = true
        return false
    }

    private mutating func resume() {
        if waitsForRoom { resumptions += 1 }
        waitsForRoom = false
    }

    // MARK: Dropping

    /// Drops and fails the items of which nothing is written.
    ///
    /// - Returns: True if there were any.
    mutating func dropUnstarted(_ error: TransportError) -> Bool {
        // The earlier frames of its message are written.
        dropUnstarted(error, cutsFirst: isWithinMessage)
    }

    private mutating func dropUnstarted(_ error: TransportError, cutsFirst: Bool) -> Bool {
        guard !controls.isEmpty || !items.isEmpty else { return false }
        var dropped = items
        (controls, items) = (Queue(), Queue())
        var isCut = cutsFirst
        while let item = dropped.popFirst() {
            guard let completion = item.completion else { continue }
            completion(isCut ? .cut(error) : .dropped(error))
            isCut = false
        }
        return true
    }

    /// Drops and fails everything; one message at most has been cut.
    mutating func dropAll(_ error: TransportError) {
        // What the stream took with others, and the system does not have, is of no use to the peer: TLS decrypts whole
        // records. So the first of these may have arrived in part, in an earlier write, and none behind it.
        let begun = taken + [underWay?.completion].compactMap { $0 }
        (underWay, written, taken, hasTakenItems) = (nil, 0, [], false)
        for (index, completion) in begun.enumerated() { completion(index == 0 ? .cut(error) : .dropped(error)) }
        _ = dropUnstarted(error, cutsFirst: isWithinMessage && begun.isEmpty)
    }
}
