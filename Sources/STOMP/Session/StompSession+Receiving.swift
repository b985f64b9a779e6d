import AsyncPrimitives
import Sockets

/// The frames that come in.
extension StompSession {
    /// Decodes a message of the WebSocket, and evaluates the frames that it completes.
    ///
    /// - Returns: The messages to deliver, in order.
    func receive(_ message: ReceivedMessage) -> [Delivery] {
        incoming.forgetConnections(before: message.attempt)
        incoming.append(message.message.bytes, on: message.attempt)
        let deliveries = decode(on: message.attempt)
        incoming.isStalled = !deliveries.isEmpty
        return deliveries
    }

    /// Resumes reading after messages were delivered.
    func resumeReading() { incoming.isStalled = false }

    /// Decodes the complete frames of a connection, which may be an earlier one than the current.
    func decode(on attempt: Int) -> [Delivery] {
        let current = connection?.attempt == attempt ? connection : nil
        current?.noteRead()
        var deliveries: [Delivery] = []
        do {
            while let frame = try incoming.next(on: attempt) {
                switch try ServerFrame(frame) {
                case .connected: throw StompError.refused("CONNECTED, a second time")
                case .message(let message):
                    if let delivery = try delivery(of: message, attempt) { deliveries.append(delivery) }
                case .receipt(let id): confirmed(id)
                case .error(let failure):
                    guard failed(failure, isCurrent: current != nil) else { return deliveries }
                }
            }
        } catch {
            current?.fail(.noSession("\(error)"))
        }
        return deliveries
    }

    private func delivery(of message: ServerFrame.Message, _ attempt: Int) throws(FrameError) -> Delivery? {
        // A message for a released subscription is delivered again by the server or not, as its headers say.
        guard let entry = subscriptions[message.subscription], detector.connection(of: entry.frameID) == attempt
        else { return nil }
        let id = try message.acknowledgementID(for: entry.acknowledgement)
        return Delivery(
            message: StompMessage(content: message, attempt: attempt, acknowledgementID: id), queue: entry.queue)
    }

    private func confirmed(_ receipt: String) {
        if let disconnectRequest, disconnectRequest.receipt == receipt {
            disconnectRequest.answer.fulfill(with: .success(()))
        }
        perform(detector.confirmed(receipt: receipt))
    }

    /// Evaluates an `ERROR` frame.
    ///
    /// - Returns: False if the connection is of no use any more.
    private func failed(_ failure: ServerFrame.Failure, isCurrent: Bool) -> Bool {
        let subscription = failure.subscription.flatMap { subscriptions[$0]?.frameID }
        let actions = detector.failed(
            failure.description, receipt: failure.receiptID, subscription: subscription, isCurrent: isCurrent)
        perform(actions)
        return !actions.contains { if case .close = $0 { true } else { false } }
    }
}
