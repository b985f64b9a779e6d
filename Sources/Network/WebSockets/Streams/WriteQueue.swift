import AsyncPrimitives
import Sockets

/// The frames to write: control frames first, then the frames of messages, in order.
///
/// Small frames that wait are written together, because a system call costs more than copying them.
struct WriteQueue {
    enum Outcome: Equatable, Sendable {
        /// The system has all bytes of the frames.
        case sent
        /// A part of the bytes may have been written.
        case cut(TransportError)
        /// No byte has been written.
        case dropped(TransportError)

        var error: TransportError? {
            switch self {
            case .sent: nil
            case .cut(let error), .dropped(let error): error
            }
        }
    }

    /// A function that is called once, when a message is sent completely, or nothing more of it will be.
    typealias Completion = @Sendable (Outcome) -> Void

    private struct Item {
        var bytes: [UInt8]
        var isPong = false
        /// The parts of the same message that follow these bytes; `nil` after the last part.
        var rest: (any MessageParts)?
        var completion: Completion?
    }

    /// The greatest number of bytes in one write, unless a single frame has more. It is the size of a TLS record.
    private static let sizeOfWrites = 16 << 10

    private var items = Queue<Item>()
    private var controls = Queue<Item>()
    /// The item that the stream has taken in part.
    private var underWay: Item?
    /// The number of bytes of `underWay` that the stream has taken.
    private var written = 0
    /// The next part of the message that was begun last; `nil` if no message is begun, or all its parts are.
    private var continuation: Item?
    /// True if the stream has taken whole items that the system may not have yet.
    private var hasTakenItems = false
    /// The completions of the items that the stream has taken, and the system may not have.
    private var taken: [Completion] = []
    /// True after a write found no room, until the next successful write.
    private var waitsForRoom = false
    /// The number of times that writing resumed after a lack of room, which means that the peer has read.
    private(set) var resumptions = 0
    private(set) var byteCount = 0

    mutating func append(_ bytes: [UInt8]) { items.append(Item(bytes: bytes)) }

    /// Appends a message; its next part is requested when the previous one is being written.
    mutating func append(_ message: some MessageParts, completion: @escaping Completion) {
        items.append(WriteQueue.nextItem(of: message, completion))
    }

    private static func nextItem<Parts: MessageParts>(of message: Parts, _ completion: Completion?) -> Item {
        var rest = message
        guard let bytes = rest.next() else { fatalError("A message has at least one part.") }
        return Item(bytes: bytes, rest: rest.isAtEnd ? nil : rest, completion: completion)
    }

    /// Inserts a ping before all messages that are not begun, and before the next frame of a message that is begun.
    ///
    /// Source: RFC 6455, section 5.4.
    mutating func appendPing(_ bytes: [UInt8]) { controls.append(Item(bytes: bytes)) }

    /// Inserts a pong in the place of a ping. If the last waiting control frame is a pong, the new pong replaces it.
    ///
    /// A peer that sends pings and does not read would otherwise fill the memory. Only the latest ping must be answered
    /// (RFC 6455, section 5.5.3).
    mutating func appendPong(_ bytes: [UInt8]) {
        if controls.last?.isPong == true { _ = controls.popLast() }
        controls.append(Item(bytes: bytes, isPong: true))
    }

    // MARK: Writing

    /// Writes as many bytes as there is room for, and completes the messages that the system has taken.
    ///
    /// Returns true if nothing is left to write. Throws the error of the stream if it cannot be written to.
    mutating func write(to stream: any ByteStream) throws(TransportError) -> Bool {
        while true {
            if hasTakenItems {
                guard try stream.flush() else { return wait() }
                resume()
                completeTakenItems()
            }
            guard underWay != nil || count > 0 else { return true }
            guard let count = try writeNext(to: stream) else { return wait() }
            resume()
            byteCount += count
            take(count)
        }
    }

    /// Writes the rest of the item in progress; if there is none, the first items that fit into one write.
    private func writeNext(to stream: any ByteStream) throws(TransportError) -> Int? {
        if let underWay { return try WriteQueue.write(underWay.bytes[written...], to: stream) }
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

    /// The number of items of which no byte was taken.
    private var count: Int { controls.count + (continuation == nil ? 0 : 1) + items.count }

    private func item(at index: Int) -> Item {
        if index < controls.count { return controls[index] }
        guard let continuation else { return items[index - controls.count] }
        return index == controls.count ? continuation : items[index - controls.count - 1]
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to stream: any ByteStream) throws(TransportError) -> Int? {
        // `Result` is used because a closure of the standard library cannot declare the type of its error.
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(TransportError) in try stream.write(bytes) }
        }
        return try result.get()
    }

    /// Removes the items that the stream has taken completely, and remembers how much of the next item it has taken.
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
        guard var item = continuation.take() ?? items.popFirst() else { return nil }
        guard let rest = item.rest else { return item }
        continuation = WriteQueue.nextItem(of: rest, item.completion)
        (item.rest, item.completion) = (nil, nil)
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

    /// Drops the items of which no byte was taken, and fails their messages. Returns true if there were such items.
    mutating func dropUnstarted(_ error: TransportError) -> Bool {
        guard count > 0 else { return false }
        var dropped = items
        let cut = continuation?.completion
        (controls, continuation, items) = (Queue(), nil, Queue())
        cut?(.cut(error))
        while let item = dropped.popFirst() { item.completion?(.dropped(error)) }
        return true
    }

    /// Drops all items, and fails their messages. At most one message fails as `cut`.
    mutating func dropAll(_ error: TransportError) {
        // The peer cannot use messages that the stream took together and the system does not have, because TLS decrypts
        // whole records. Only the first of these messages may have arrived in part, by an earlier write.
        let begun = (taken + [underWay?.completion, continuation?.completion]).compactMap { $0 }
        (underWay, written, taken, hasTakenItems, continuation) = (nil, 0, [], false, nil)
        for (index, completion) in begun.enumerated() { completion(index == 0 ? .cut(error) : .dropped(error)) }
        _ = dropUnstarted(error)
    }
}
