import AsyncPrimitives

/// Finds the frame upon which a server closes its connections, by letting suspected frames go out alone.
///
/// A server that closes the connection upon a frame may not name the frame, and its receipts for earlier frames may be lost
/// with the connection. So a closing counts against a frame only if that was the only unconfirmed one:
///
/// 1. When the server closes the connection, all unconfirmed frames are suspected.
/// 2. A suspected frame is probed: it goes out when no other frame is unconfirmed, and no other goes out before the answer.
/// 3. A server that neither confirms a probed frame nor closes the connection in time clears the frame.
/// 4. A frame with closings is held back on the next connection, and so are later messages to its destination. All others go
///    out. It is probed when the connection has stood for a while without it, for longer with each closing.
/// 5. A connection that ends while no frame is unconfirmed, or breaks, or an attempt that fails, shows that connections end for
///    other reasons at this time. Then the closings so far do not count.
/// 6. A frame with as many closings in a row as the limit allows is refused. The next message to its destination is
///    refused after one closing, and all of them after ``FrameQueue/refusalLimit`` refusals in a row.
///
/// The detector also limits the messages that the server has not handled, and drops those that it never acknowledges.
///
/// The detector only decides, and performs nothing: each method returns ``Action``s, which the session performs in order. It
/// knows neither a clock nor a network. A frame costs O(log *n*) for *n* destinations, when it is added, written and confirmed.
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
        /// Call `holdEnded()` after this part of the interval between closings.
        case startHoldTimer(factor: Double)
        /// Close the connection, which is of no use any more.
        case close(reason: String)
        /// Replace the connection by another one, because the server does not acknowledge a message.
        case reconnect
    }

    /// A connection, as far as closings are attributed to its frames.
    struct Connection {
        let number: Int
        /// The frames upon which the server may be about to close the connection.
        var outstanding: Set<ID> = []
        /// The suspected frame among them, which is the only one then.
        var alone: ID?
        /// The outstanding frames that the probe timer runs for.
        var probed: Set<ID> = []
        /// The frame that the hold timer runs for.
        var held: ID?
        /// The number of messages that were written.
        var position = 0
        /// The position of the latest confirmed message: the server handles messages in order, even if it confirms no other.
        var handledPosition = 0
        /// An `ERROR` that may be about one of the probed frames.
        var pendingError: String?
        /// True when an error was attributed, so that the closing that follows it is not attributed once more.
        var isAttributed = false
        /// True when a subscription was released here, since errors may follow about messages for it.
        var mayGetStrayErrors = false
        /// True when the server may close the connection upon a frame that is not tracked any more.
        var hasUntrackedFrames = false
    }

    /// The reason for a refusal by a server that has sent no `ERROR`.
    static let silentClosing = "closed the connection"

    let closingLimit: Int
    var connection: Connection?
    /// The subscriptions, and the messages that the server has not confirmed.
    var frames: [ID: TrackedFrame] = [:]
    var queues: [FrameQueue.Name: FrameQueue] = [:]
    /// The messages, and the subscriptions that were not confirmed on the connection that they were written to last.
    var unconfirmed: Set<ID> = []
    /// The first unwritten frame of each queue that is not set aside, and some frames that are gone.
    var turns = Heap<FrameQueue.Turn>()
    /// The queues with a first unwritten frame that must wait: it is held back, or there is no room for it.
    var setAside: Set<FrameQueue.Name> = []
    /// The number of turns that were looked at so far.
    var lookCount = 0
    private var frameCount = 0
    private var latestConnection: Int?

    /// Creates a detector that refuses a frame after this number of closings in a row.
    init(closingLimit: Int) { self.closingLimit = closingLimit }

    /// The connections from the first to the last that a subscription was written to.
    func connections(of id: ID) -> ClosedRange<Int>? { frames[id]?.connections }

    /// The number of unconfirmed messages to a destination.
    func count(to destination: String) -> Int { queues[.destination(destination)]?.count ?? 0 }

    /// True while the server has not confirmed all frames.
    var awaitsReceipt: Bool { !unconfirmed.isEmpty }

    /// True while a suspected frame is out alone, so that the server may well close the connection.
    var expectsClosing: Bool { connection?.alone != nil }

    /// True while the probe timer is needed.
    var isProbing: Bool { connection?.probed.isEmpty == false }

    // MARK: Frames

    /// Adds a subscription, which is written once on each connection, before any message.
    mutating func addSubscription(_ id: ID) -> [Action] { add(id, to: .subscription(id)) }

    /// Adds a message, which is written on each connection until it is confirmed, or on one at most.
    mutating func addMessage(_ id: ID, to destination: String, atMostOnce isAtMostOnce: Bool = false) -> [Action] {
        add(id, to: .destination(destination), atMostOnce: isAtMostOnce)
    }

    private mutating func add(_ id: ID, to name: FrameQueue.Name, atMostOnce isAtMostOnce: Bool = false) -> [Action] {
        frameCount += 1
        let frame = TrackedFrame(id: id, queue: name, isAtMostOnce: isAtMostOnce, number: frameCount)
        frames[id] = frame
        queues[name, default: FrameQueue()].count += 1
        unconfirmed.insert(id)
        if connection != nil { enqueue(frame) }
        return resume()
    }

    /// Removes a subscription that is unsubscribed, if the connection has it.
    ///
    /// The server may still send errors about its messages, and may close the connection upon it.
    mutating func unsubscribe(_ id: ID) -> [Action] {
        if let number = connection?.number, frames[id]?.connection == number {
            connection?.mayGetStrayErrors = true
            if connection?.outstanding.contains(id) == true { connection?.hasUntrackedFrames = true }
        }
        remove(id)
        return resume()
    }

    /// Removes a subscription, if there is one, for which the session writes frames by itself that it does not add.
    mutating func forget(_ id: ID?) -> [Action] {
        if let id { remove(id) }
        connection?.mayGetStrayErrors = true
        connection?.hasUntrackedFrames = true
        return resume()
    }

    /// Removes a frame that is not to be written any more.
    mutating func remove(_ id: ID) {
        guard let frame = frames.removeValue(forKey: id) else { return }
        unconfirmed.remove(id)
        settle(id)
        queues[frame.queue]?.count -= 1
        if queues[frame.queue]?.count == 0 {
            queues[frame.queue] = nil
        } else if queues[frame.queue]?.unwritten.first == id {
            addTurn(of: frame.queue)
        }
    }

    /// Notes that the server will not close the connection upon a frame.
    mutating func settle(_ id: ID) {
        connection?.outstanding.remove(id)
        if connection?.alone == id { connection?.alone = nil }
        connection?.probed.remove(id)
        // If all of them are answered, the error was about another frame.
        if connection?.probed.isEmpty == true { connection?.pendingError = nil }
    }

    // MARK: Connections

    /// Begins a connection; `resume()` then returns the frames to write.
    mutating func connectionOpened(_ number: Int) {
        // An attempt in between has failed.
        if let latestConnection, number > latestConnection + 1 { withdrawClosings() }
        latestConnection = number
        connection = Connection(number: number)
        (turns, setAside) = (Heap(), [])
        for name in queues.keys { queues[name]?.connectionOpened() }
        for frame in frames.values.sorted(by: { $0.number < $1.number }) { enqueue(frame) }
    }

    /// Ends the connection, which the server has closed for a reason that may be a frame, unless it broke, or the
    /// server named another reason.
    ///
    /// Returns the refusals of the frames that have reached the limit.
    mutating func connectionEnded(closedByServer isClosedByServer: Bool) -> [Action] {
        guard let connection, !connection.isAttributed else {
            connection = nil
            return []
        }
        defer { self.connection = nil }
        if !isClosedByServer || connection.outstanding.isEmpty && !connection.hasUntrackedFrames { withdrawClosings() }
        return isClosedByServer
            ? attribute(connection.pendingError ?? Self.silentClosing, to: connection.outstanding) : []
    }

    /// Ends the connection for the detector: returns all frames that are left to write, before `DISCONNECT`.
    ///
    /// No closing is attributed to a frame any more.
    mutating func disconnect() -> [Action] {
        guard let number = connection?.number else { return [] }
        defer { connection = nil }
        let left = frames.values.filter { $0.connection != number }.map(FrameQueue.Turn.init(_:))
        return left.sorted().compactMap { frames[$0.id] }.map { write($0, to: number) }
    }

    /// Forgets all closings and refusals: the server closes connections for other reasons as well at this time.
    private mutating func withdrawClosings() {
        for id in frames.keys { frames[id]?.closings = 0 }
        for name in queues.keys { queues[name]?.refusals = 0 }
    }
}
