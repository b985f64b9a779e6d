import AsyncPrimitives
import Sockets

extension StompSession {
    /// Decodes a WebSocket message, and handles the frames that it completes.
    ///
    /// Returns the messages to deliver, in order.
    func receive(_ message: ReceivedMessage) -> [Delivery] {
        incoming.forgetConnections(before: message.attempt)
        resumeWhenRead(message.attempt)
        incoming.append(message.message.bytes, on: message.attempt)
        let deliveries = decode(on: message.attempt)
        incoming.isStalled = !deliveries.isEmpty
        return deliveries
    }

    /// Resumes reading after messages were delivered.
    func resumeReading() { incoming.isStalled = false }

    /// Decodes the complete frames of a connection, which may be an earlier one. Returns the messages to deliver.
    func decode(on attempt: Int) -> [Delivery] {
        let current = connection?.attempt == attempt ? connection : nil
        current?.noteRead()
        var deliveries: [Delivery] = []
        do throws(ReadFailure) {
            while let frame = try incoming.next(on: attempt) {
                switch frame {
                case .frame(.connected): throw ReadFailure(reason: "CONNECTED, a second time", subscription: nil)
                case .frame(.message(let message)):
                    confirmReturned(message.headers)
                    if let delivery = try delivery(of: message, attempt) { deliveries.append(delivery) }
                case .frame(.receipt(let id)): confirmed(id)
                case .frame(.error(let failure)):
                    guard failed(failure, isCurrent: current != nil) else { return deliveries }
                case .unreadableMessage(let message):
                    confirmReturned(message.head.headers)
                    if let delivery = try skip(message, attempt) { deliveries.append(delivery) }
                }
            }
        } catch {
            guard let current else { return deliveries }
            // On a connection that may get messages, another program's message may be the reason. The next connection
            // may not get that message, so the client tries again.
            let getsMessages = current.hasSubscribed || subscriptions.entries.contains { $0.frame == nil }
            readingFailed(error, on: current)
            current.fail(getsMessages ? .noSession(error.reason) : .incompatible(error.reason))
        }
        return deliveries
    }

    /// Returns the subscription that gets a message on a connection; `nil` if no subscription gets it.
    ///
    /// A message for a released subscription does not go to the next subscription with the same name. The headers of
    /// the released subscription decide whether the server delivers the message again. A message on an earlier
    /// connection is ignored if the server will deliver it again, that is, unless it counts as acknowledged.
    private func entry(_ subscription: String, _ attempt: Int) -> SubscriptionEntry? {
        guard let entry = subscriptions[subscription] else { return nil }
        if entry.frame == nil { return subscriptions.isReleasing(subscription) ? nil : entry }
        guard let connections = detector.connections(of: entry.frameID) else { return nil }
        let mayBeEarlier = entry.acknowledgement == .automatic
        return (mayBeEarlier ? connections.contains(attempt) : connections.upperBound == attempt) ? entry : nil
    }

    private func delivery(of message: Frame, _ attempt: Int) throws(ReadFailure) -> Delivery? {
        guard let entry = entry(message["subscription"] ?? "", attempt) else { return nil }
        do {
            let id = try message.acknowledgementID(for: entry.acknowledgement, within: configuration.frameLimits)
            let message = StompMessage(message, for: entry.frameID, attempt: attempt, acknowledgementID: id)
            return Delivery(event: .message(message), queue: entry.queue)
        } catch {
            return try skip(UnreadableFrame(head: Frame(.message, headers: message.headers), error: error), attempt)
        }
    }

    /// Skips an unreadable message: notifies its reader, and asks the server not to deliver it again.
    private func skip(_ message: UnreadableFrame, _ attempt: Int) throws(ReadFailure) -> Delivery? {
        guard let name = message.head["subscription"] else {
            throw ReadFailure(reason: "\(message.error)", subscription: nil)
        }
        guard let entry = entry(name, attempt) else { return nil }
        if entry.acknowledgement != .automatic {
            guard let id = message.head["ack"] else {
                throw ReadFailure(reason: "\(message.error)", subscription: entry.id)
            }
            // A message of an earlier connection is ignored: the server delivers it again on the current connection.
            guard let connection, connection.attempt == attempt else { return nil }
            // A cumulative `NACK` would include earlier messages that the reader has not read. The reader's next answer
            // includes this message.
            let answer = Frame.nackWithoutRequeue(id: id)
            if entry.acknowledgement == .individual, (try? check(answer)) != nil { connection.write(answer) }
        }
        let skipped = StompSubscription.Event.skipped(
            headers: message.head.headers, reason: "\(message.error.problem)")
        return Delivery(event: skipped, queue: entry.queue)
    }

    /// Ends the subscription of unreadable messages, or all subscriptions, when reading has failed too often.
    func readingFailed(_ failure: ReadFailure, on connection: LiveConnection) {
        let subscription = failure.subscription.flatMap { entry($0, connection.attempt)?.frameID }
        switch readFailures.failed(in: subscription, after: clock.now - connection.start) {
        case .none: break
        case .one(let id): end([subscriptions.remove(id)].compactMap { $0 }, .unreadable(failure.reason))
        case .all: end(subscriptions.removeAll(), .unreadable(failure.reason))
        }
    }

    /// Ends subscriptions that were removed from the list.
    func end(_ entries: [SubscriptionEntry], _ error: StompError? = nil) {
        for entry in entries {
            entry.end(error)
            perform(detector.unsubscribe(entry.frameID))
        }
    }

    /// For a server without receipts: counts a message that has come back to its sender as confirmed.
    private func confirmReturned(_ headers: [HeaderField]) {
        guard !configuration.serverSendsReceipts,
            let id = headers.first(where: { $0.name == Self.sendIDHeader })?.value, unacknowledged[id] != nil
        else { return }
        perform(detector.confirmed(receipt: id))
    }

    private func confirmed(_ receipt: String) {
        if let disconnectRequest, disconnectRequest.receipt == receipt {
            disconnectRequest.answer.fulfill(with: .success(()))
        }
        perform(detector.confirmed(receipt: receipt))
        makeSubscriptions(subscriptions.released(receipt))
    }

    /// Handles an `ERROR` frame. Returns false if the connection is then closed.
    private func failed(_ failure: ServerFrame.Failure, isCurrent: Bool) -> Bool {
        let subscription = failure.subscription.flatMap { subscriptions[$0]?.frameID }
        let actions = detector.failed(
            failure.description, receipt: failure.receiptID, subscription: subscription, isCurrent: isCurrent)
        perform(actions)
        if let receipt = failure.receiptID { makeSubscriptions(subscriptions.released(receipt)) }
        return !actions.contains { if case .close = $0 { true } else { false } }
    }
}
