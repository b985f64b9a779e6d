import AsyncPrimitives

/// Finds the frame upon which a server closes its connections, by letting suspects go out alone.
///
/// A server that closes the connection upon a frame may not name the frame, and its receipts for earlier frames may be lost
/// with the connection. Each connection gets the frames in one order: subscriptions, then messages as they were added.
///
/// 1. When the server closes the connection, all frames that are out become suspects. A frame is out from the time when it is
///    written until it is confirmed or cleared.
/// 2. A suspect goes out when no other frame is out, and no other goes out before it is confirmed or cleared.
/// 3. A server that neither confirms a frame nor closes the connection in time clears the frame.
/// 4. A closing counts against a frame if no other frame was out. At the limit of closings in a row, the frame is refused.
///    They count for its destination, too: the next message there is a suspect, and refused after one more closing, and the
///    third with all others that wait there. A message that is sent at most once is refused after its first closing.
/// 5. Before the closing that reaches the limit, the connection must stay open for a while without the frame. If it ends
///    while no frame is out, or breaks, or an attempt fails, connections end for other reasons at this time. Then the
///    closings so far do not count.
///
/// The detector also limits the messages that the server has not handled, and drops those that it never acknowledges.
///
/// The detector only decides, and performs nothing: each method returns ``Action``s, which the session performs in order. It
/// knows neither a clock nor a network. To add, write and confirm a frame takes O(1), and to begin a connection O(*n* log *n*)
/// for *n* frames.
struct RefusalDetector {
    /// The name of a frame, the same however often it is written.
    typealias ID = String

    /// An order to the session.
    enum Action: Hashable {
        /// Write a frame that asks for this receipt; it is repeated if an earlier connection has had it.
        case write(ID, receipt: String, isRepeated: Bool)
        /// Tell the owner of a frame that the server has confirmed it.
        case confirm(ID)
        /// Tell the owner of a frame that the server refuses it, and forget the frame.
        case refuse(ID, reason: String)
        /// Tell the owner of a frame that the server has not confirmed it in time; forget the frame if it is a message.
        case giveUp(ID)
        /// Call `probeTimedOut()` when the server has had its time; replaces a timer that is running.
        case startProbeTimer
        /// Call `holdEnded()` after the interval between closings.
        case startHoldTimer
        /// Close the connection, which is of no use any more.
        case close(reason: String)
        /// Replace the connection by another one, because the server does not acknowledge a message.
        case reconnect
    }

    /// A subscription, or all messages to a destination.
    enum Target: Hashable { case subscription(ID), destination(WireText) }

    /// The frames to a target, and how the server has answered them so far.
    struct TargetHistory {
        var frameCount = 0
        /// The closings in a row that count against its frames.
        var closings = 0
        /// True if a message was dropped because the server did not acknowledge it, and none was confirmed since.
        var isSilent = false
    }

    /// A frame that the server is to confirm, and how it has fared on the connections so far.
    struct TrackedFrame {
        let id: ID
        let target: Target
        /// True if the frame is written on one connection only.
        let isAtMostOnce: Bool
        /// The place of the frame among all that were added.
        let number: Int
        /// The connections from the first to the last that the frame was written to.
        var connections: ClosedRange<Int>?
        /// The place of a message among those that were written to the last of them.
        var position = 0
        var isSuspect = false
        /// The number of checks on the last connection at which the frame was unconfirmed.
        var checks = 0
        /// The number of connections on which the server had the time to confirm the frame, and did not.
        var silences = 0

        /// The connection that the frame was written to last.
        var connection: Int? { connections?.upperBound }

        var isMessage: Bool { if case .destination = target { true } else { false } }

        /// The place of the frame in ``Connection/unwritten`` when it is added there.
        var rank: Int { isMessage ? 2 : isSuspect ? 1 : 0 }

        /// The receipt that the frame has asked for.
        ///
        /// A subscription asks for another one on each connection, as its receipt of an earlier one says nothing about this
        /// one. A message is confirmed once and for all.
        var receipt: String? { connection.map { isMessage ? id : "\(id)/\($0)" } }
    }

    /// A connection, as far as closings are attributed to its frames.
    struct Connection {
        enum Hold { case notNeeded, running, over }

        let number: Int
        /// The frames that it does not have: subscriptions, suspected subscriptions, and messages. Some are gone.
        var unwritten = [Queue<ID>](repeating: Queue(), count: 3)
        /// The frames upon which the server may be about to close the connection.
        var out: Set<ID> = []
        /// The suspect among them, which is the only one then.
        var alone: ID?
        /// True while a suspect is out, or waits until no other frame is.
        var isProbing = false
        /// The time without a frame that has all closings but one.
        var hold = Hold.notNeeded
        /// The number of messages that were written.
        var position = 0
        /// The position of the latest confirmed message: the server handles messages in order, even if it confirms no other.
        var handledPosition = 0
        /// True when an error was attributed, so that the closing that follows it is not attributed once more.
        var isAttributed = false
        /// True when a subscription was released here, since errors may follow about messages for it.
        var mayGetStrayErrors = false
    }

    /// The reason for a refusal by a server that has sent no `ERROR`.
    static let silentClosing = "closed the connection"
    /// The number of messages in a row whose refusal takes all others to their destination with them.
    static let refusalLimit = 3

    let closingLimit: Int
    var connection: Connection?
    /// The subscriptions, and the messages that the server has not confirmed.
    var frames: [ID: TrackedFrame] = [:]
    var histories: [Target: TargetHistory] = [:]
    /// The messages, and the subscriptions that the server has never confirmed.
    var unconfirmed: Set<ID> = []
    private var frameCount = 0
    private var latestConnection: Int?

    /// Creates a detector that refuses a frame after this number of closings in a row.
    init(closingLimit: Int) { self.closingLimit = closingLimit }

    /// The connections from the first to the last that a subscription was written to.
    func connections(of id: ID) -> ClosedRange<Int>? { frames[id]?.connections }

    /// The number of unconfirmed messages to a destination.
    func count(to destination: String) -> Int { histories[.destination(destination.onWire)]?.frameCount ?? 0 }

    /// True while the server has not confirmed all frames.
    var awaitsReceipt: Bool { !unconfirmed.isEmpty }

    /// True while a suspect is out, so that the server may well close the connection.
    var expectsClosing: Bool { connection?.alone != nil }

    /// True while the probe timer is needed.
    var isProbing: Bool { connection?.isProbing == true }

    // MARK: Frames

    /// Adds a subscription, which is written once on each connection, before any message.
    mutating func addSubscription(_ id: ID) -> [Action] { add(id, to: .subscription(id)) }

    /// Adds a message, which is written on each connection until it is confirmed, or on one at most.
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

    /// Removes a subscription, if there is one, that has ended: the server may still send errors about its messages.
    mutating func unsubscribe(_ id: ID?) -> [Action] {
        if let id { remove(id) }
        connection?.mayGetStrayErrors = true
        return resume()
    }

    /// Removes a frame that is not to be written any more.
    mutating func remove(_ id: ID) {
        guard let frame = frames.removeValue(forKey: id) else { return }
        unconfirmed.remove(id)
        settle(id)
        histories[frame.target]?.frameCount -= 1
        if histories[frame.target]?.frameCount == 0 { histories[frame.target] = nil }
    }

    // MARK: Connections

    /// Begins a connection; `resume()` then returns the frames to write.
    mutating func connectionOpened(_ number: Int) {
        // An attempt in between has failed.
        if let latestConnection, number > latestConnection + 1 { withdrawClosings() }
        latestConnection = number
        connection = Connection(number: number)
        for frame in frames.values.sorted(by: { $0.number < $1.number }) {
            connection?.unwritten[frame.rank].append(frame.id)
        }
    }

    /// Ends the connection, which the server has closed for a reason that may be a frame, unless it broke, or the
    /// server named another reason.
    ///
    /// Returns the refusals of the frames that have reached the limit.
    mutating func connectionEnded(closedByServer isClosedByServer: Bool) -> [Action] {
        guard let ended = connection else { return [] }
        connection = nil
        if ended.isAttributed { return [] }
        if !isClosedByServer || ended.out.isEmpty { withdrawClosings() }
        guard isClosedByServer else { return [] }
        // It may have closed upon a subscription that was released.
        return suspect(ended.out, Self.silentClosing, areAll: !ended.mayGetStrayErrors)
    }

    /// Ends the connection for the detector: returns all frames that are left to write, before `DISCONNECT`.
    ///
    /// No closing is attributed to a frame any more.
    mutating func disconnect() -> [Action] {
        guard let number = connection?.number else { return [] }
        var actions: [Action] = []
        while let frame = firstUnwritten() { actions.append(write(frame, to: number)) }
        connection = nil
        return actions
    }

    /// Forgets all closings: the server closes connections for other reasons as well at this time.
    private mutating func withdrawClosings() {
        for target in histories.keys { histories[target]?.closings = 0 }
    }
}
