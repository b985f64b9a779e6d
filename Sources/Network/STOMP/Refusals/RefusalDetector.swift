/// Finds the frame upon which a server closes its connections, by poison-message isolation.
///
/// A server that closes the connection upon a frame may not name the frame, and its receipts for earlier frames may be lost
/// with the connection. So a closing is attributed to a frame only if that was the only unconfirmed one:
///
/// 1. When several frames are unconfirmed as the server closes the connection, all of them are suspected.
/// 2. While any frame is suspected, frames go out one at a time, each when the one before is confirmed.
/// 3. Each of these is a probe: the server has a time to confirm the frame or to close the connection. A frame for which it
///    does neither is cleared.
/// 4. A frame upon which alone the server has closed a connection is held back, and with it the later messages to its
///    destination, while all others go out. The next connection has to stand for a while without the frame, longer each
///    time; then the frame has its trial, alone.
/// 5. A connection that ends while no frame is unconfirmed, or breaks, or an attempt that fails, shows that connections end for
///    other reasons at this time. Then the closings so far do not count.
/// 6. A frame with as many closings in a row as the limit allows is refused. The next message to its destination is
///    refused after one closing, and all of them after ``DestinationLine/refusalLimit`` refusals in a row.
///
/// The detector also limits the messages that the server has not handled, and gives up those that it never acknowledges.
///
/// The detector only decides, and performs nothing: each method returns ``Action``s, which the session performs in order. It
/// knows neither a clock nor a network.
struct RefusalDetector {
    /// The name of a frame, the same however often it is written.
    typealias ID = String

    /// The kind of a frame that the server is to confirm.
    enum Kind: Hashable {
        /// Written once on each connection, before any message.
        case subscription
        /// Written on each connection until it is confirmed.
        case message
        /// Written on one connection only, hence refused after one closing.
        case messageAtMostOnce
    }

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
        /// Cancel the probe timer.
        case cancelProbeTimer
        /// Call `trialIsDue()` after this part of the interval between closings.
        case startTrialTimer(factor: Double)
        /// Close the connection, which is of no use any more.
        case close(reason: String)
        /// Replace the connection by another one, because the server does not acknowledge a message.
        case reconnect
    }

    /// The reason for a refusal by a server that has sent no `ERROR`.
    static let silentClosing = "closed the connection"

    let closingLimit: Int
    var subscriptions = SubscriptionFrames()
    var messages = MessageLines()
    var connection: ProbedConnection?
    /// True while any frame is suspected that is not held back, or one has its trial; computed by `resume()`.
    var sendsOneAtATime = false
    /// The number of frames so far.
    private var frameCount = 0
    /// The number of the latest connection.
    private var latestConnection: Int?

    /// Creates a detector that refuses a frame after so many closings in a row.
    init(closingLimit: Int) { self.closingLimit = closingLimit }

    /// The connection that a subscription was written to last.
    func connection(of id: ID) -> Int? { connections(of: id)?.upperBound }

    /// The connections from the first to the last that a subscription was written to.
    func connections(of id: ID) -> ClosedRange<Int>? { subscriptions[id]?.connections }

    /// True while the server has not confirmed all frames.
    var awaitsReceipt: Bool { !messages.lines.isEmpty || !subscriptions.areConfirmed }

    /// True while the server may close the connection upon a frame that went out alone for that reason.
    var expectsClosing: Bool { sendsOneAtATime && outstandingFrames.contains { $0.isSuspected } }

    // MARK: Frames

    /// Adds a subscription that the server is to confirm.
    mutating func addSubscription(_ id: ID) -> [Action] {
        subscriptions.append(makeFrame(id, .subscription))
        return writeDue()
    }

    /// Adds a message that the server is to confirm.
    mutating func addMessage(_ id: ID, to destination: String, atMostOnce isAtMostOnce: Bool = false) -> [Action] {
        messages.append(makeFrame(id, isAtMostOnce ? .messageAtMostOnce : .message), to: destination)
        return writeDue()
    }

    private mutating func makeFrame(_ id: ID, _ kind: Kind) -> TrackedFrame {
        frameCount += 1
        return TrackedFrame(id: id, kind: kind, number: frameCount)
    }

    /// The number of unconfirmed messages to a destination.
    func count(to destination: String) -> Int { messages.lines[destination]?.frames.count ?? 0 }

    /// Removes a subscription that is unsubscribed, if the connection has it.
    ///
    /// The server may still send errors about its messages, and may close the connection upon it.
    mutating func unsubscribe(_ id: ID) -> [Action] {
        guard let frame = subscriptions.remove(id) else { return [] }
        if let number = connection?.number, frame.connection == number {
            connection?.mayGetStrayErrors = true
            if frame.isOutstanding(on: number) { connection?.hasUntrackedFrames = true }
        }
        return resumeIfOneAtATime()
    }

    /// Removes a subscription, if there is one, for which the session writes frames by itself that it does not add.
    mutating func forget(_ id: ID?) -> [Action] {
        if let id { subscriptions.remove(id) }
        connection?.mayGetStrayErrors = true
        connection?.hasUntrackedFrames = true
        return resumeIfOneAtATime()
    }

    /// Removes all subscriptions, of which the server is not told.
    mutating func removeSubscriptions() -> [Action] {
        subscriptions.removeAll()
        return resumeIfOneAtATime()
    }

    /// Removes messages that are not to be written any more.
    mutating func removeMessages(_ ids: Set<ID>) { messages.remove(ids) }

    /// Removes all messages.
    mutating func removeMessages() { messages = MessageLines() }

    // MARK: Connections

    /// Begins a connection; `resume()` then returns the frames to write.
    mutating func connectionOpened(_ number: Int) {
        // An attempt in between has failed.
        if let latestConnection, number > latestConnection + 1 { withdrawAccusations() }
        latestConnection = number
        connection = ProbedConnection(number: number)
        subscriptions.connectionOpened(number)
        messages.connectionOpened()
    }

    /// Ends the connection.
    ///
    /// - Returns: The refusals of the frames that have reached the limit.
    mutating func connectionEnded(_ end: ConnectionEnd) -> [Action] {
        guard let connection else { return [] }
        defer { self.connection = nil }
        if connection.isAttributed { return [] }
        guard end == .closedByServer else {
            withdrawAccusations()
            return []
        }
        if outstanding.isEmpty && !connection.hasUntrackedFrames { withdrawAccusations() }
        return attribute(connection.pendingError ?? Self.silentClosing)
    }

    /// Ends the connection for the detector: returns all frames that are left to write, before `DISCONNECT`.
    ///
    /// Probing ends with that, since no closing is attributed to a frame any more.
    mutating func disconnect() -> [Action] {
        sendsOneAtATime = false
        guard let number = connection?.number else { return [] }
        defer { connection = nil }
        return subscriptions.writeLeft(to: number) + messages.writeLeft(to: number)
    }

    /// Returns the frames to write now: all that may go out, or one while any frame is suspected.
    mutating func resume() -> [Action] {
        if connection?.trial == .running, outstanding.isEmpty { connection?.trial = nil }
        sendsOneAtATime = isTrialNear || hasSuspects
        return writeDue()
    }

    mutating func resumeIfOneAtATime() -> [Action] { sendsOneAtATime ? resume() : [] }

    var hasSuspects: Bool { subscriptions.hasSuspects || messages.hasSuspects }

    private var isTrialNear: Bool {
        switch connection?.trial {
        case .due, .running: true
        case .held, nil: false
        }
    }

    mutating func writeDue() -> [Action] {
        guard let number = connection?.number else { return [] }
        var actions: [Action] = []
        while mayWrite, let action = writeNext(to: number) { actions.append(action) }
        if sendsOneAtATime, connection?.probed.isEmpty == true { actions += startProbe() }
        return actions + startTrialTimer()
    }

    private var mayWrite: Bool { !sendsOneAtATime || outstanding.isEmpty }

    private mutating func writeNext(to number: Int) -> Action? {
        if isTrialNear {
            if let action = writeHeldFrame(to: number) { return action }
            sendsOneAtATime = hasSuspects  // The frame was withdrawn.
        }
        return subscriptions.writeNext(to: number) ?? messages.writeNext(to: number)
    }

    /// The receipts of the frames upon which the server may be about to close the connection.
    var outstanding: Set<String> { Set(outstandingFrames.compactMap(\.receipt)) }

    var outstandingFrames: [TrackedFrame] {
        guard let number = connection?.number else { return [] }
        return subscriptions.outstanding + messages.written.filter { $0.isOutstanding(on: number) }
    }
}
