import AsyncPrimitives

/// Finds the frame upon which a server closes its connections, by letting suspects go out alone.
///
/// A server that closes the connection upon a frame may not name the frame, and its receipts for earlier frames may be
/// lost with the connection. Each connection gets the frames in one order: subscriptions, then messages as they were
/// added.
///
/// 1. When the server closes the connection, all frames that are out become suspects. A frame is out from the time when
///    it is written until it is confirmed or cleared.
/// 2. A suspect goes out only while no other frame is out. No other frame goes out until it is confirmed or cleared.
/// 3. A frame is cleared if the server neither confirms it nor closes the connection in time.
/// 4. A closing counts against a frame if no other frame was out. At the limit of closings in a row, the frame is
///    refused. Closings count for the frame's destination, too: the next message to it is a suspect, and refused after
///    one more closing. The third message is refused together with all other messages that wait for the destination. A
///    message that is sent at most once is refused after its first closing.
/// 5. Before the closing that reaches the limit, the connection must stay open for a while without the frame. If it
///    ends while no frame is out, or breaks, or an attempt fails, connections currently end for other reasons. Then the
///    closings so far do not count.
///
/// The detector also limits the messages that the server has not handled, and drops messages that it never
/// acknowledges.
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
        /// Tell the owner of a frame that the server has not confirmed it in time; forget the frame if it is a message.
        case giveUp(ID)
        /// Call `probeTimedOut()` after the server's time to answer; replaces a running timer.
        case startProbeTimer
        /// Call `holdEnded()` after the interval between closings.
        case startHoldTimer
        /// Close the connection after an `ERROR`.
        case close(reason: String)
        /// Replace the connection by another one, because the server does not acknowledge a message.
        case reconnect
    }

    /// A subscription, or all messages to a destination.
    enum Target: Hashable { case subscription(ID), destination(WireText) }

    /// The number of frames to a target, and the server's reactions to them so far.
    struct TargetHistory {
        var frameCount = 0
        /// The number of closings in a row that count against the frames.
        var closings = 0
        /// True if a message was dropped because the server did not acknowledge it, and no frame was confirmed since.
        var isSilent = false
    }

    /// A frame that the server should confirm, and its history on the connections so far.
    struct TrackedFrame {
        let id: ID
        let target: Target
        /// True if the frame is written on one connection only.
        let isAtMostOnce: Bool
        /// The place of the frame among all added frames.
        let number: Int
        /// The range from the first to the last connection that the frame was written to.
        var connections: ClosedRange<Int>?
        /// The place of a message among all messages on the last connection.
        var position = 0
        var isSuspect = false
        /// The number of checks on the last connection that found the frame unconfirmed.
        var checks = 0
        /// The number of connections on which the server has not confirmed the frame in time.
        var silences = 0

        /// The last connection that the frame was written to.
        var connection: Int? { connections?.upperBound }

        var isMessage: Bool { if case .destination = target { true } else { false } }

        /// The index of the queue in ``Connection/unwritten`` that the frame is added to.
        var rank: Int { isMessage ? 2 : isSuspect ? 1 : 0 }

        /// The receipt that the frame has asked for.
        ///
        /// A subscription asks for another receipt on each connection, as an earlier connection's receipt says nothing
        /// about the current one. A message is confirmed once and for all.
        var receipt: String? { connection.map { isMessage ? id : "\(id)/\($0)" } }
    }

    /// The state of a connection for the attribution of closings to frames.
    struct Connection {
        enum Hold { case notNeeded, running, over }

        let number: Int
        /// The unwritten frames: subscriptions, suspected subscriptions, and messages. Some may have been removed.
        var unwritten = [Queue<ID>](repeating: Queue(), count: 3)
        /// The frames upon which the server may be about to close the connection.
        var out: Set<ID> = []
        /// The suspect that is out, without any other frame.
        var alone: ID?
        /// True while a suspect is out, or waits until no other frame is out.
        var isProbing = false
        /// The progress of the hold: the time without a suspect that is refused after one more closing.
        var hold = Hold.notNeeded
        /// The number of messages that were written.
        var position = 0
        /// The position of the latest confirmed message. The server handles messages in order.
        var handledPosition = 0
        /// True once the end of the connection is attributed, so that the closing is not attributed again.
        var isAttributed = false
        /// True once a subscription was released: errors about messages for it may follow.
        var mayGetStrayErrors = false
    }

    /// The reason of a refusal without an `ERROR`.
    static let silentClosing = "closed the connection"
    /// The number of refusals in a row after which all other messages to the destination are refused, too.
    static let refusalLimit = 3

    let closingLimit: Int
    var connection: Connection?
    /// All subscriptions, and the messages that the server has not confirmed.
    var frames: [ID: TrackedFrame] = [:]
    var histories: [Target: TargetHistory] = [:]
    /// The messages and subscriptions that the server has never confirmed.
    var unconfirmed: Set<ID> = []
    private var frameCount = 0
    private var latestConnection: Int?

    /// Creates a detector that refuses a frame after this number of closings in a row.
    init(closingLimit: Int) { self.closingLimit = closingLimit }

    /// Returns the range from the first to the last connection that a subscription was written to.
    func connections(of id: ID) -> ClosedRange<Int>? { frames[id]?.connections }

    /// Returns the number of unconfirmed messages to a destination.
    func count(to destination: String) -> Int { histories[.destination(destination.onWire)]?.frameCount ?? 0 }

    /// True while the server has not confirmed all messages and subscriptions.
    var awaitsReceipt: Bool { !unconfirmed.isEmpty }

    /// True while a suspect is out, so that the server may well close the connection.
    var expectsClosing: Bool { connection?.alone != nil }

    /// True while the probe timer is needed.
    var isProbing: Bool { connection?.isProbing == true }

    // MARK: Frames

    /// Adds a subscription, which is written once on each connection, before any message.
    mutating func addSubscription(_ id: ID) -> [Action] { add(id, to: .subscription(id)) }

    /// Adds a message, which is written on each connection until it is confirmed, or only once.
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

    /// Removes an ended subscription, if given. The server may still send errors about its messages.
    mutating func unsubscribe(_ id: ID?) -> [Action] {
        if let id { remove(id) }
        connection?.mayGetStrayErrors = true
        return resume()
    }

    /// Removes a frame, which is not written any more.
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
        // If an attempt in between has failed, connections end for other reasons.
        if let latestConnection, number > latestConnection + 1 { withdrawClosings() }
        latestConnection = number
        connection = Connection(number: number)
        for frame in frames.values.sorted(by: { $0.number < $1.number }) {
            connection?.unwritten[frame.rank].append(frame.id)
        }
    }

    /// Ends the connection. `isClosedByServer` is false if it broke, or the server has given its own reason.
    ///
    /// Returns the refusals of the frames that have reached the limit.
    mutating func connectionEnded(closedByServer isClosedByServer: Bool) -> [Action] {
        guard let ended = connection else { return [] }
        connection = nil
        if ended.isAttributed { return [] }
        if !isClosedByServer || ended.out.isEmpty { withdrawClosings() }
        guard isClosedByServer else { return [] }
        // The server may have closed the connection upon a released subscription.
        return suspect(ended.out, Self.silentClosing, areAll: !ended.mayGetStrayErrors)
    }

    /// Ends the connection for the detector. Returns all unwritten frames, to be written before `DISCONNECT`.
    ///
    /// The end of this connection is not attributed to a frame.
    mutating func disconnect() -> [Action] {
        guard let number = connection?.number else { return [] }
        var actions: [Action] = []
        while let frame = firstUnwritten() { actions.append(write(frame, to: number)) }
        connection = nil
        return actions
    }

    /// Forgets all closings, because connections currently end for other reasons, too.
    private mutating func withdrawClosings() {
        for target in histories.keys { histories[target]?.closings = 0 }
    }
}
