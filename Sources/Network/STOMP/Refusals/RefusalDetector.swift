import AsyncPrimitives

/// Finds the frame upon which a server closes its connections, by writing suspected frames alone.
///
/// A server that closes the connection upon a frame may not name the frame, and its receipts for earlier frames may be
/// lost with the connection. On each connection, frames are written in the same order: first subscriptions, then
/// messages as they were added.
///
/// 1. A frame is out from the time when it is written until it is confirmed or cleared. When the server closes the
///    connection, all frames that are out become suspects.
/// 2. A suspect is written only while no other frame is out. No other frame is written until the suspect is confirmed
///    or cleared.
/// 3. A frame is cleared if the server neither confirms it nor closes the connection in time.
/// 4. A closing counts against a frame if no other frame was out. At the limit of closings in a row, the frame is
///    refused; a message that is sent at most once, after the first closing. Closings count for the frame's destination:
///    the next message to this destination is a suspect, and is refused after one more closing.
///
/// The detector does not look for other reasons. If the server closes connections for one of them, the detector may
/// refuse a frame wrongly. It also limits the number of messages that the server has not handled, and drops messages
/// that the server does not acknowledge in time.
///
/// The detector only decides, and performs nothing: each method returns ``Action``s, which the session performs in
/// order. It knows neither a clock nor a network. Adding, writing and confirming a frame take O(1); beginning a
/// connection takes O(*n* log *n*) for *n* frames.
struct RefusalDetector {
    /// The name of a frame, which stays the same however often the frame is written.
    typealias ID = String

    /// An order to the session.
    enum Action: Hashable {
        /// Write a frame that asks for this receipt; `isRepeated` is true if it was written on an earlier connection.
        case write(ID, receipt: String, isRepeated: Bool)
        /// Tell the owner of a frame that the server has confirmed it.
        case confirm(ID)
        /// Tell the owner of a frame that the server refuses it, and forget the frame.
        case refuse(ID, reason: String)
        /// Tell the owner of a frame that the server has not confirmed it in time. Forget it if it is a message.
        case giveUp(ID)
        /// Call `probeTimedOut()` after the time that the server has to answer. This replaces a running timer.
        case startProbeTimer
        /// Close the connection after an `ERROR`.
        case close(reason: String)
    }

    /// The subscription of a frame, or the destination of a message. All messages to a destination share a history.
    enum Target: Hashable { case subscription(ID), destination(WireText) }

    /// The number of frames to a target, and the number of closings in a row that count against them.
    struct TargetHistory { var (frameCount, closings) = (0, 0) }

    /// A frame that the server should confirm, and its history on the connections so far.
    struct TrackedFrame {
        let id: ID
        let target: Target
        /// True if the frame is written on one connection only.
        let isAtMostOnce: Bool
        /// The number of the frame in the order in which frames were added.
        let number: Int
        /// The range from the first to the last connection that the frame was written to.
        var connections: ClosedRange<Int>?
        /// The number of a message among the messages written on its last connection.
        var position = 0
        var isSuspect = false
        /// The number of checks on the last connection that found the frame unconfirmed.
        var checks = 0

        /// The last connection that the frame was written to.
        var connection: Int? { connections?.upperBound }

        var isMessage: Bool { if case .destination = target { true } else { false } }

        /// The index of the frame's queue in ``Connection/unwritten``.
        var rank: Int { isMessage ? 2 : isSuspect ? 1 : 0 }

        /// The receipt that the frame has asked for on its last connection; `nil` if it was never written.
        ///
        /// A subscription asks for another receipt on each connection, because a receipt on an earlier connection says
        /// nothing about the current one. A message always asks for the same receipt.
        var receipt: String? { connection.map { isMessage ? id : "\(id)/\($0)" } }
    }

    /// The state of a connection: the frames to write, the frames that are out, and the progress of a probe.
    struct Connection {
        let number: Int
        /// The names of unwritten frames, in queues of subscriptions, suspected subscriptions, and messages. Removed
        /// frames may remain in a queue.
        var unwritten = [Queue<ID>](repeating: Queue(), count: 3)
        /// The frames that are written, and neither confirmed nor cleared. The server may be about to close the
        /// connection upon one.
        var out: Set<ID> = []
        /// The suspect that is the only frame out; `nil` if no suspect is out.
        var alone: ID?
        /// True while a suspect is out, or waits until no frame is out.
        var isProbing = false
        /// The number of messages that were written on the connection.
        var position = 0
        /// The position of the latest message that the server has handled. It handles messages in order.
        var handledPosition = 0
        /// True once the reason for the connection's end is known, so that its end is not attributed to a frame again.
        var isAttributed = false
        /// True once a subscription was released. The server may send errors about messages for this subscription.
        var mayGetStrayErrors = false
    }

    /// The reason of a refusal if the server has closed the connection without an `ERROR`.
    static let silentClosing = "closed the connection"

    let closingLimit: Int
    var connection: Connection?
    /// All subscriptions, and the messages that the server has not confirmed.
    var frames: [ID: TrackedFrame] = [:]
    var histories: [Target: TargetHistory] = [:]
    /// The messages and subscriptions that the server has neither confirmed on any connection, nor left without answer.
    var unconfirmed: Set<ID> = []
    private var frameCount = 0
    private var latestConnection: Int?

    /// Creates a detector that refuses a frame after this number of closings in a row.
    init(closingLimit: Int) { self.closingLimit = closingLimit }

    /// Returns the range from the first to the last connection that a subscription was written to.
    func connections(of id: ID) -> ClosedRange<Int>? { frames[id]?.connections }

    /// Returns the number of unconfirmed messages to a destination.
    func count(to destination: String) -> Int { histories[.destination(destination.onWire)]?.frameCount ?? 0 }

    /// True while a message or subscription waits for its first confirmation.
    var awaitsReceipt: Bool { !unconfirmed.isEmpty }

    /// True while a suspect is out. The server then may well close the connection.
    var expectsClosing: Bool { connection?.alone != nil }

    /// True while the timer for `probeTimedOut()` is needed.
    var isProbing: Bool { connection?.isProbing == true }

    // MARK: Frames

    /// Adds a subscription. It is written once on each connection, before any message.
    mutating func addSubscription(_ id: ID) -> [Action] { add(id, to: .subscription(id)) }

    /// Adds a message. It is written on each connection until it is confirmed, or only once.
    mutating func addMessage(_ id: ID, to destination: String, atMostOnce isAtMostOnce: Bool = false) -> [Action] {
        add(id, to: .destination(destination.onWire), atMostOnce: isAtMostOnce)
    }

    private mutating func add(_ id: ID, to target: Target, atMostOnce isAtMostOnce: Bool = false) -> [Action] {
        frameCount += 1
        let frame = TrackedFrame(id: id, target: target, isAtMostOnce: isAtMostOnce, number: frameCount)
        frames[id] = frame
        histories[target, default: TargetHistory()].frameCount += 1
        unconfirmed.insert(id)
        connection?.unwritten[frame.rank].append(id)
        return resume()
    }

    /// Removes an ended subscription; with `nil`, only notes that errors about a released subscription may come.
    mutating func unsubscribe(_ id: ID?) -> [Action] {
        if let id { remove(id) }
        connection?.mayGetStrayErrors = true
        return resume()
    }

    /// Removes a frame, which is then never written again.
    mutating func remove(_ id: ID) {
        guard let frame = frames.removeValue(forKey: id) else { return }
        unconfirmed.remove(id)
        settle(id)
        histories[frame.target]?.frameCount -= 1
        if histories[frame.target]?.frameCount == 0 { histories[frame.target] = nil }
    }

    // MARK: Connections

    /// Begins a connection. Afterwards, `resume()` returns the frames to write.
    mutating func connectionOpened(_ number: Int) {
        // If attempt numbers were skipped, attempts have failed, so the closings are not in a row.
        if let latestConnection, number > latestConnection + 1 { forgetClosings() }
        latestConnection = number
        connection = Connection(number: number)
        for frame in frames.values.sorted(by: { $0.number < $1.number }) {
            connection?.unwritten[frame.rank].append(frame.id)
        }
    }

    /// Ends the connection. `isClosedByServer` is false if it broke, or the server had another reason.
    ///
    /// Returns the refusals of the frames that have reached the limit.
    mutating func connectionEnded(closedByServer isClosedByServer: Bool) -> [Action] {
        guard let ended = connection else { return [] }
        connection = nil
        if ended.isAttributed { return [] }
        guard isClosedByServer else {
            forgetClosings()
            return []
        }
        // The server may have closed the connection upon a released subscription.
        return suspect(ended.out, Self.silentClosing, areAll: !ended.mayGetStrayErrors)
    }

    /// Ends the use of the connection. Returns actions that write all unwritten frames, before `DISCONNECT`.
    ///
    /// The end of this connection will not be attributed to a frame.
    mutating func disconnect() -> [Action] {
        guard let number = connection?.number else { return [] }
        var actions: [Action] = []
        while let frame = firstUnwritten() { actions.append(write(frame, to: number)) }
        connection = nil
        return actions
    }

    /// Resets all counts of closings, because a connection has ended for another reason.
    private mutating func forgetClosings() {
        for target in histories.keys { histories[target]?.closings = 0 }
    }
}
