import AsyncPrimitives
import Sockets

/// The messages that wait to be written on a connection, and the sizes of the messages that the transport has got.
///
/// The transport gets only a portion of the messages at a time, because each takes more memory there. The next messages
/// are passed to it as soon as the network has made room. The backlog only decides; its owner sends.
struct WriteBacklog {
    /// The greatest number of bytes that the transport has got, and has not passed to the system.
    static let portion = 128 << 10
    /// The number of bytes that the network must take in a second, or it counts as stuck.
    static let lowestRate = 4 << 10
    /// The number of bytes that count for a waiting answer in addition to its size.
    static let answerOverhead = 100

    private var waiting = Queue<(message: Socket.Message, isAnswer: Bool)>()
    /// The number of bytes that the waiting answers take.
    private(set) var answerByteCount = 0
    /// The sizes of the messages that the transport has got and the system has not taken, in order.
    private var underWay = Queue<Int>()
    private var bytesUnderWay = 0
    /// The time at which the first message in `underWay` became the first.
    private var start = AnyClock.Instant.start
    /// True if the backlog was empty at some time since the last `checkEmptied()`.
    private var wasEmptied = true

    /// True if the system has taken all messages.
    var isEmpty: Bool { waiting.isEmpty && underWay.isEmpty }

    /// True if messages wait until the system has taken earlier messages.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Adds a message. `isAnswer` is true for a message that counts for `answerByteCount`.
    mutating func append(_ message: Socket.Message, isAnswer: Bool = false) {
        waiting.append((message, isAnswer))
        if isAnswer { answerByteCount += message.byteCount + Self.answerOverhead }
    }

    /// Removes and returns the next message to send; `nil` if no message waits, or there is no room.
    ///
    /// A message that is larger than a portion goes alone.
    mutating func next(at now: AnyClock.Instant) -> Socket.Message? {
        guard let size = waiting.first?.message.byteCount, bytesUnderWay == 0 || bytesUnderWay + size <= Self.portion
        else {
            return nil
        }
        return pop(at: now)
    }

    /// Removes and returns the next message, even without room; `nil` if no message waits.
    mutating func pop(at now: AnyClock.Instant) -> Socket.Message? {
        guard let (message, isAnswer) = waiting.popFirst() else { return nil }
        if isAnswer { answerByteCount -= message.byteCount + Self.answerOverhead }
        if underWay.isEmpty { start = now }
        underWay.append(message.byteCount)
        bytesUnderWay += message.byteCount
        return message
    }

    /// Removes the sizes of messages that the system has taken.
    mutating func completed(_ count: Int, at now: AnyClock.Instant) {
        guard count > 0 else { return }
        for _ in 0..<count { bytesUnderWay -= underWay.popFirst() ?? 0 }
        start = now
        if isEmpty { wasEmptied = true }
    }

    /// Returns true if the system had taken all messages at some time since the last call.
    mutating func checkEmptied() -> Bool {
        defer { wasEmptied = isEmpty }
        return wasEmptied
    }

    /// Returns true if the first message has taken longer than the timeout plus its time at ``lowestRate``.
    func isStuck(at now: AnyClock.Instant, timeout: Duration) -> Bool {
        guard let size = underWay.first else { return false }
        return now - start - .seconds(size / Self.lowestRate) >= timeout
    }
}
