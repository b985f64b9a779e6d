/// Finds the frame upon which a server closes its connections, by poison-message isolation.
///
/// A server that closes the connection upon a frame may not name the frame, and its receipts for earlier frames may be lost
/// with the connection. So a closing is attributed to a frame only if that was the only unconfirmed one:
///
/// 1. When several frames are unconfirmed as the server closes the connection, all of them are suspected.
/// 2. While any frame is suspected, frames go out one at a time, each when the one before is confirmed.
/// 3. Each of these is a probe: the server has a time to confirm the frame or to close the connection. A frame for which it
///    does neither is cleared.
/// 4. A frame with as many closings in a row as the limit allows is refused.
///
/// The detector only decides, and performs nothing: each method returns ``Action``s, which the session performs in order. It knows
/// neither a clock nor a network.
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
        /// Call `probeTimedOut()` when the server has had its time; replaces a timer that is running.
        case startProbeTimer
        /// Cancel the probe timer.
        case cancelProbeTimer
        /// Close the connection, which is of no use any more.
        case close(reason: String)
    }

    /// The reason for a refusal by a server that has sent no `ERROR`.
    static let silentClosing = "closed the connection"

    private let closingLimit: Int
    private var subscriptions: [TrackedFrame] = []
    /// The unconfirmed messages, in the order in which they were added.
    private var messages: [TrackedFrame] = []
    private var connection: ProbedConnection?
    /// True while any frame is suspected; computed by `resume()`.
    private var sendsOneAtATime = false

    /// Creates a detector that refuses a frame after so many closings in a row.
    init(closingLimit: Int) { self.closingLimit = closingLimit }

    /// The connection that a subscription was written to last.
    func connection(of id: ID) -> Int? { subscriptions.first { $0.id == id }?.connection }

    // MARK: Frames

    /// Adds a frame that the server is to confirm.
    mutating func add(_ id: ID, _ kind: Kind) -> [Action] {
        let frame = TrackedFrame(id: id, kind: kind)
        if kind == .subscription { subscriptions.append(frame) } else { messages.append(frame) }
        return writeDue()
    }

    /// Removes a subscription that is unsubscribed, if the connection has it.
    ///
    /// The server may still send errors about its messages, and may close the connection upon it.
    mutating func unsubscribe(_ id: ID) -> [Action] {
        guard let index = subscriptions.firstIndex(where: { $0.id == id }) else { return [] }
        let frame = subscriptions.remove(at: index)
        if let number = connection?.number, frame.connection == number {
            connection?.mayGetStrayErrors = true
            if frame.isOutstanding(on: number) { connection?.hasUntrackedFrames = true }
        }
        return resumeIfOneAtATime()
    }

    /// Removes a subscription, if there is one, for which the session writes frames by itself that it does not add.
    mutating func forget(_ id: ID?) -> [Action] {
        subscriptions.removeAll { $0.id == id }
        connection?.mayGetStrayErrors = true
        connection?.hasUntrackedFrames = true
        return resumeIfOneAtATime()
    }

    /// Removes all subscriptions, of which the server is not told.
    mutating func removeSubscriptions() -> [Action] {
        subscriptions = []
        return resumeIfOneAtATime()
    }

    /// Removes a message that is not to be written any more.
    mutating func removeMessage(_ id: ID) { messages.removeAll { $0.id == id } }

    // MARK: Connections

    /// Begins a connection; `resume()` then returns the frames to write.
    mutating func connectionOpened(_ number: Int) { connection = ProbedConnection(number: number) }

    /// Ends the connection.
    ///
    /// - Parameter isClosedByServer: True if the server has closed it, for no reason that concerns all connections.
    /// - Returns: The refusal of the frame that has reached the limit, if there is one.
    mutating func connectionEnded(isClosedByServer: Bool) -> [Action] {
        guard let connection else { return [] }
        let isUnexplained = isClosedByServer && !connection.isAttributed
        let actions = isUnexplained ? attribute(connection.pendingError ?? Self.silentClosing) : []
        self.connection = nil
        return actions
    }

    /// Ends the connection for the detector: returns all frames that are left to write, before `DISCONNECT`.
    ///
    /// Probing ends with that, since no closing is attributed to a frame any more.
    mutating func disconnect() -> [Action] {
        sendsOneAtATime = false
        defer { connection = nil }
        return writeDue()
    }

    /// Returns the frames to write now: all, or one while any frame is suspected.
    mutating func resume() -> [Action] {
        sendsOneAtATime = (subscriptions + messages).contains { $0.isSuspected }
        return writeDue()
    }

    private mutating func resumeIfOneAtATime() -> [Action] { sendsOneAtATime ? resume() : [] }

    private mutating func writeDue() -> [Action] {
        guard let number = connection?.number else { return [] }
        var actions: [Action] = []
        for index in subscriptions.indices where subscriptions[index].connection != number {
            guard mayWrite else { break }
            actions.append(subscriptions[index].write(to: number))
        }
        // Messages are written in order.
        let written = messages.lastIndex { $0.connection == number }
        for index in messages.indices.dropFirst(written.map { $0 + 1 } ?? 0) {
            guard mayWrite else { break }
            actions.append(messages[index].write(to: number))
        }
        if sendsOneAtATime, connection?.probed.isEmpty == true { actions += startProbe() }
        return actions
    }

    private var mayWrite: Bool { !sendsOneAtATime || outstanding.isEmpty }

    /// The receipts of the frames upon which the server may be about to close the connection.
    var outstanding: Set<String> {
        guard let number = connection?.number else { return [] }
        return Set((subscriptions + messages).lazy.filter { $0.isOutstanding(on: number) }.compactMap(\.receipt))
    }

    // MARK: Answers of the server

    /// Evaluates a `RECEIPT`; receipts of unknown frames may end a probe, too.
    mutating func confirmed(receipt: String) -> [Action] {
        var actions: [Action] = []
        if let index = messages.firstIndex(where: { $0.receipt == receipt }) {
            actions.append(.confirm(messages.remove(at: index).id))
        } else if let index = subscriptions.firstIndex(where: { $0.receipt == receipt }) {
            subscriptions[index].confirm()
            actions.append(.confirm(subscriptions[index].id))
        }
        return actions + confirmProbe(receipt) + resumeIfOneAtATime()
    }

    /// Attributes an `ERROR` frame to the frame that caused it.
    ///
    /// - Parameters:
    ///   - reason: The message of the server.
    ///   - receipt: The receipt of the frame in question, if the server names it.
    ///   - subscription: The subscription in question, if the server names it and the session knows it.
    ///   - isCurrent: False for an error that came in on an earlier connection.
    /// - Returns: Refusals, and `close` unless the error may be about no frame at all.
    mutating func failed(_ reason: String, receipt: String?, subscription: ID?, isCurrent: Bool) -> [Action] {
        var actions: [Action] = []
        if let id = removeFrame(with: receipt) {
            actions.append(.refuse(id, reason: reason))
        } else if !isCurrent {
            return []
        } else if let subscription {
            // A confirmed one is made again on the next connection, as when its queue was deleted.
            let outstanding = outstanding
            let receipts = subscriptions.filter { $0.id == subscription }.compactMap(\.receipt)
            actions += attribute(reason, among: outstanding.intersection(receipts), evenIfOthersAreUntracked: true)
        } else if connection?.mayGetStrayErrors == true {
            // RabbitMQ sends one for each message to a subscription that was just released, and goes on. If this one is about
            // another frame, that will not be confirmed; and a server that does not go on closes the connection.
            actions += startProbe()
            let isProbing = connection?.probed.isEmpty == false
            connection?.pendingError = isProbing ? reason : nil
            return actions
        } else {
            actions += attribute(reason)
        }
        guard isCurrent else { return actions }
        connection?.isAttributed = true
        return actions + [.close(reason: reason)]
    }

    private mutating func removeFrame(with receipt: String?) -> ID? {
        guard let receipt else { return nil }
        if let index = messages.firstIndex(where: { $0.receipt == receipt }) { return messages.remove(at: index).id }
        guard let index = subscriptions.firstIndex(where: { $0.receipt == receipt }) else { return nil }
        return subscriptions.remove(at: index).id
    }

    // MARK: Attribution

    /// Attributes a closing to the only frame in question, or else suspects all of them.
    ///
    /// - Parameters:
    ///   - reason: The message of the server.
    ///   - receipts: The receipts of the frames in question; by default those of all outstanding ones.
    ///   - isNamed: True if the server has named the frame, so that frames that are not tracked do not matter.
    /// - Returns: The refusal of the frame that has reached the limit, if there is one.
    private mutating func attribute(
        _ reason: String, among receipts: Set<String>? = nil, evenIfOthersAreUntracked isNamed: Bool = false
    ) -> [Action] {
        let receipts = receipts ?? outstanding
        let frames = (subscriptions + messages).filter { $0.asks(forOneOf: receipts) }
        let isAlone = frames.count == 1 && (isNamed || connection?.hasUntrackedFrames != true)
        update(receipts) { $0.suspect(alone: isAlone) }
        guard isAlone, let frame = (subscriptions + messages).first(where: { $0.asks(forOneOf: receipts) }) else {
            return []
        }
        guard frame.closings >= (frame.kind == .messageAtMostOnce ? 1 : closingLimit) else { return [] }
        subscriptions.removeAll { $0.id == frame.id }
        messages.removeAll { $0.id == frame.id }
        return [.refuse(frame.id, reason: reason)]
    }

    /// Changes all frames that ask for one of these receipts.
    private mutating func update(_ receipts: Set<String>, _ change: (inout TrackedFrame) -> Void) {
        for index in subscriptions.indices where subscriptions[index].asks(forOneOf: receipts) {
            change(&subscriptions[index])
        }
        for index in messages.indices where messages[index].asks(forOneOf: receipts) { change(&messages[index]) }
    }

    // MARK: Probes

    /// Begins to wait for the server's answer to all outstanding frames.
    private mutating func startProbe() -> [Action] {
        let wasProbing = connection?.probed.isEmpty == false
        let receipts = outstanding
        connection?.probed = receipts
        if receipts.isEmpty { return wasProbing ? [.cancelProbeTimer] : [] }
        return [.startProbeTimer]
    }

    /// Removes a receipt from the probe, which ends when it was the last one.
    private mutating func confirmProbe(_ receipt: String) -> [Action] {
        guard connection?.probed.remove(receipt) != nil, connection?.probed.isEmpty == true else { return [] }
        connection?.pendingError = nil  // It was about another frame, which is not tracked.
        return [.cancelProbeTimer]
    }

    /// Ends a probe to which the server has neither sent all receipts nor closed the connection.
    mutating func probeTimedOut() -> [Action] {
        guard let probed = connection?.probed else { return [] }
        if let error = connection?.pendingError {
            // The error was about one of these frames, and the server goes on without it.
            connection?.isAttributed = true
            return attribute(error, among: probed) + [.close(reason: error)]
        }
        // The server does not close connections upon these frames.
        update(probed) { $0.clear() }
        connection?.probed = []
        return resume()
    }
}
