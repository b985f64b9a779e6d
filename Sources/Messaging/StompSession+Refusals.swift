import Sockets

/// What a server does not do, and how that is found out.
///
/// A server that closes the connection upon a frame may not say upon which, and what it has said of the frames before may be
/// lost with the connection. So a frame is held responsible only if it was the only one that was not confirmed. Where there
/// were several, all are suspects, and go out one by one on the next connection.
extension StompSession {
    /// Writes what the server has yet to confirm on this connection: all of it, or one frame as long as there are suspects.
    func goOn() {
        isCareful =
            subscriptions.contains { $0.standing.isSuspect } || unacknowledged.contains { $0.standing.isSuspect }
        writeDue()
    }

    /// Writes what was not written on this connection yet, as far as it need not wait.
    func writeDue() {
        guard let connection else { return }
        for index in subscriptions.indices where subscriptions[index].standing.attempt != connection.attempt {
            if isCareful, hasOutstanding(on: connection) { return }
            subscriptions[index].write(to: connection)
        }
        // They are written in order.
        let written = unacknowledged.lastIndex { $0.standing.attempt == connection.attempt }
        for index in unacknowledged.indices.dropFirst(written.map { $0 + 1 } ?? 0) {
            if isCareful, hasOutstanding(on: connection) { return }
            unacknowledged[index].write(to: connection)
        }
    }

    private func hasOutstanding(on connection: LiveConnection) -> Bool {
        subscriptions.contains { $0.standing.isOutstanding(on: connection.attempt) }
            || unacknowledged.contains { $0.standing.isOutstanding(on: connection.attempt) }
    }

    /// Finds whom an error of the server is about.
    ///
    /// - Throws: ``StompError/refused(_:)`` if the connection is of no use any more.
    func failed(_ failure: ServerFrame.Failure, on current: LiveConnection?) throws(StompError) {
        let message = failure.description
        if let index = unacknowledged.firstIndex(where: { $0.receipt.id == failure.receiptID }) {
            unacknowledged.remove(at: index).receipt.promise.keep(.failure(StompError.refused(message)))
        } else if let index = subscriptions.firstIndex(where: { $0.receipt == failure.receiptID }) {
            subscriptions.remove(at: index).end(.refused(message))
        } else if let id = failure.subscription, subscriptions.contains(where: { $0.id == id }) {
            // Such as one whose queue was deleted; it is made again on the next connection.
        } else if let current, current.hasUnsubscribed {
            // RabbitMQ says so of each message that it has for a subscription that was just given up, and goes on. A server
            // that does not go on closes the connection.
            current.complaint = message
            return
        } else if let current {
            blame(message, on: current)
        }
        current?.hasBlamed = true
        throw .refused(message)
    }

    /// Looks for the frame upon which the server closes a connection.
    func blame(_ message: String, on connection: LiveConnection) {
        let attempt = connection.attempt
        let subscriptions = subscriptions.indices.filter { self.subscriptions[$0].standing.isOutstanding(on: attempt) }
        let sends = unacknowledged.indices.filter { unacknowledged[$0].standing.isOutstanding(on: attempt) }
        let isAlone = subscriptions.count + sends.count == 1
        for index in subscriptions { self.subscriptions[index].standing.suspect(alone: isAlone) }
        for index in sends { unacknowledged[index].standing.suspect(alone: isAlone) }
        guard isAlone else { return }
        if let index = subscriptions.first, self.subscriptions[index].standing.closings >= configuration.closingLimit {
            self.subscriptions.remove(at: index).end(.refused(message))
        }
        if let index = sends.first {
            let limit = unacknowledged[index].receipt.connection == nil ? configuration.closingLimit : 1
            guard unacknowledged[index].standing.closings >= limit else { return }
            unacknowledged.remove(at: index).receipt.promise.keep(.failure(StompError.refused(message)))
        }
    }
}
