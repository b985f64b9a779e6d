import AsyncPrimitives
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
        defer { if isCareful, connection.doubted.isEmpty { doubt(on: connection) } }
        for index in subscriptions.indices where subscriptions[index].standing.attempt != connection.attempt {
            if isCareful, !outstanding(on: connection).isEmpty { return }
            subscriptions[index].write(to: connection)
        }
        // They are written in order.
        let written = unacknowledged.lastIndex { $0.standing.attempt == connection.attempt }
        for index in unacknowledged.indices.dropFirst(written.map { $0 + 1 } ?? 0) {
            if isCareful, !outstanding(on: connection).isEmpty { return }
            unacknowledged[index].write(to: connection)
        }
    }

    /// The receipts of what the server may be about to close a connection upon.
    private func outstanding(on connection: LiveConnection) -> [String] {
        let attempt = connection.attempt
        return subscriptions.filter { $0.standing.isOutstanding(on: attempt) }.map(\.receipt)
            + unacknowledged.filter { $0.standing.isOutstanding(on: attempt) }.map(\.receipt.id)
    }

    /// Gives the server a time to confirm what it has by now: as long as it has to accept a connection.
    private func doubt(on connection: LiveConnection) {
        connection.doubted = Set(outstanding(on: connection))
        connection.patience = nil
        if connection.doubted.isEmpty { return }
        let end = clock.now + configuration.socket.connectTimeout
        connection.patience = ScopedTask.timer(at: end, on: clock) { [weak self, attempt = connection.attempt] in
            await self?.endPatience(with: attempt)
        }
    }

    /// Takes note of a receipt, of which others may have waited.
    func dispel(_ receipt: String, on connection: LiveConnection) {
        guard connection.doubted.remove(receipt) != nil, connection.doubted.isEmpty else { return }
        connection.complaint = nil  // It was about something else.
        connection.patience = nil
    }

    private func endPatience(with attempt: Int) {
        guard !Task.isCancelled, let connection, connection.attempt == attempt else { return }
        if let complaint = connection.complaint {
            // It was about one of these, and the server goes on without that.
            blame(complaint, on: connection, among: connection.doubted)
            connection.hasBlamed = true
            return connection.fail(.noSession("\(StompError.refused(complaint))"))
        }
        // It is not upon these that the server closes connections.
        for index in subscriptions.indices where connection.doubted.contains(subscriptions[index].receipt) {
            subscriptions[index].standing.excuse()
        }
        for index in unacknowledged.indices where connection.doubted.contains(unacknowledged[index].receipt.id) {
            unacknowledged[index].standing.excuse()
        }
        connection.doubted = []
        goOn()
    }

    /// Finds whom an error of the server is about.
    ///
    /// - Throws: ``StompError/refused(_:)`` if the connection is of no use any more.
    func failed(_ failure: ServerFrame.Failure, on current: LiveConnection?) throws(StompError) {
        let message = failure.description
        if let index = unacknowledged.firstIndex(where: { $0.receipt.id == failure.receiptID }) {
            unacknowledged.remove(at: index).receipt.promise.fulfill(with: .failure(StompError.refused(message)))
        } else if let index = subscriptions.firstIndex(where: { $0.receipt == failure.receiptID }) {
            subscriptions.remove(at: index).end(.refused(message))
        } else if let index = subscriptions.firstIndex(where: { $0.id == failure.subscription }) {
            // One whose queue was deleted is made again on the next connection, and so is one that was never confirmed.
            if let current, subscriptions[index].standing.isOutstanding(on: current.attempt) {
                hold(responsible: index, message)
            }
        } else if let current, current.hasUnsubscribed {
            // RabbitMQ says so of each message that it has for a subscription that was just given up, and goes on. If it is
            // about something else, that will not be confirmed; a server that does not go on closes the connection.
            doubt(on: current)
            current.complaint = current.doubted.isEmpty ? nil : message
            return
        } else if let current {
            blame(message, on: current)
        }
        current?.hasBlamed = true
        throw .refused(message)
    }

    /// Looks for the frame upon which the server closes a connection.
    ///
    /// - Parameters:
    ///   - message: What the server says.
    ///   - connection: Which connection that is.
    ///   - receipts: What comes into question; unless said otherwise, all that is outstanding.
    func blame(_ message: String, on connection: LiveConnection, among receipts: Set<String>? = nil) {
        let receipts = receipts ?? Set(outstanding(on: connection))
        let subscriptions = subscriptions.indices.filter { receipts.contains(self.subscriptions[$0].receipt) }
        let sends = unacknowledged.indices.filter { receipts.contains(unacknowledged[$0].receipt.id) }
        let isAlone = subscriptions.count + sends.count == 1 && !connection.hasForgotten
        if isAlone, let index = subscriptions.first { return hold(responsible: index, message) }
        for index in subscriptions { self.subscriptions[index].standing.suspect(alone: false) }
        for index in sends { unacknowledged[index].standing.suspect(alone: isAlone) }
        guard isAlone, let index = sends.first else { return }
        let limit = unacknowledged[index].receipt.connection == nil ? configuration.closingLimit : 1
        guard unacknowledged[index].standing.closings >= limit else { return }
        unacknowledged.remove(at: index).receipt.promise.fulfill(with: .failure(StompError.refused(message)))
    }

    /// Counts a closing against a subscription, and gives it up when there have been enough.
    private func hold(responsible index: Int, _ message: String) {
        subscriptions[index].standing.suspect(alone: true)
        guard subscriptions[index].standing.closings >= configuration.closingLimit else { return }
        subscriptions.remove(at: index).end(.refused(message))
    }
}
