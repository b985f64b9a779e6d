import AsyncPrimitives
import Sockets

/// Frames to write: those of messages in order, and control frames before them.
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
        /// The parts that follow in the same message.
        var rest: (any MessageParts)?
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
    /// The next part of a message of which something was written.
    private var continuation: Item?
    /// Set when the stream has taken whole items that the system may not have yet.
    private var hasTakenItems = false
    /// The completions of these items.
    private var taken: [Completion] = []
    /// Set when there was no room, cleared when something was written after that.
    private var waitsForRoom = false
    /// The number of times that writing continued after a wait: each time, the peer had made room.
    private(set) var resumptions = 0
    /// The number of bytes that the stream has taken.
    private(set) var byteCount = 0

    mutating func append(_ bytes: [UInt8]) { items.append(Item(bytes: bytes)) }

    /// Puts a message after all others.
    ///
    /// - Parameters:
    ///   - message: Its parts, each of which is asked for when the one before is being written.
    ///   - completion: Called when all of them are written, or will not be.
    mutating func append(_ message: some MessageParts, completion: @escaping Completion) {
        items.append(WriteQueue.nextItem(of: message, completion))
    }

    private static func nextItem<Parts: MessageParts>(of message: Parts, _ completion: Completion?) -> Item {
        var rest = message
        guard let bytes = rest.next() else { fatalError("A message has at least one part.") }
        return Item(bytes: bytes, rest: rest.isAtEnd ? nil : rest, completion: completion)
    }

    /// Puts a ping before the messages that are not begun, and between the frames of one that is.
    ///
    /// Source: RFC 6455, section 5.4.
    mutating func appendPing(_ bytes: [UInt8]) { controls.append(Item(bytes: bytes)) }

    /// Puts a pong where a ping would go, instead of one that would be written just before it.
    ///
    /// A peer that sends pings and does not read would otherwise fill the memory. Only the latest ping must be answered
    /// (RFC 6455, section 5.5.3).
    mutating func appendPong(_ bytes: [UInt8]) {
        if controls.last?.isPong == true { _ = controls.popLast() }
        controls.append(Item(bytes: bytes, isPong: true))
    }

    // MARK: Writing

    /// Writes as much as there is room for, and completes what is written.
    ///
    /// Returns true if nothing is left. Throws the error of a stream that cannot be written to.
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

    /// Writes from the first item, and from those behind it that are as small.
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

    /// The number of items of which nothing is written.
    private var count: Int { controls.count + (continuation == nil ? 0 : 1) + items.count }

    private func item(at index: Int) -> Item {
        if index < controls.count { return controls[index] }
        guard let continuation else { return items[index - controls.count] }
        return index == controls.count ? continuation : items[index - controls.count - 1]
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to stream: any ByteStream) throws(TransportError) -> Int? {
        // A closure of the library cannot say which error it throws.
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(TransportError) in try stream.write(bytes) }
        }
        return try result.get()
    }

    /// Removes the items that this number of bytes completes, and notes how much of the next one is written.
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

    /// Drops and fails the items of which nothing is written. Returns true if there were any.
    mutating func dropUnstarted(_ error: TransportError) -> Bool {
        guard count > 0 else { return false }
        var dropped = items
        let cut = continuation?.completion
        (controls, continuation, items) = (Queue(), nil, Queue())
        cut?(.cut(error))
        while let item = dropped.popFirst() { item.completion?(.dropped(error)) }
        return true
    }

    /// Drops and fails everything; one message at most has been cut.
    mutating func dropAll(_ error: TransportError) {
        // Messages that the stream took together, and the system does not have, are of no use to the peer: TLS decrypts
        // whole records. So the first of them may have arrived in part, in an earlier write, and none behind it.
        let begun = (taken + [underWay?.completion, continuation?.completion]).compactMap { $0 }
        (underWay, written, taken, hasTakenItems, continuation) = (nil, 0, [], false, nil)
        for (index, completion) in begun.enumerated() { completion(index == 0 ? .cut(error) : .dropped(error)) }
        _ = dropUnstarted(error)
    }
}
