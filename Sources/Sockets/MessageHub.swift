import Synchronization

/// A message, and which attempt's connection it came in on.
package struct Incoming: Sendable {
    package let message: Socket.Message
    package let attempt: Int
}

/// Gives each message to every consumer, all of them in the same order.
final class MessageHub: Sendable {
    private struct State {
        var isFinished = false
        var mailboxes: [Mailbox<Incoming>] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    private var mailboxes: [Mailbox<Incoming>] { state.withLock { $0.mailboxes } }

    /// Whether a consumer holds everybody up now, and how often one has.
    var holdUps: (isNow: Bool, count: Int) {
        mailboxes.map(\.holdUps).reduce((false, 0)) { total, next in
            (total.isNow || next.isNow, total.count + next.count)
        }
    }

    /// Makes a mailbox that gets every message from now on.
    func subscribe() -> Mailbox<Incoming> {
        let mailbox = Mailbox<Incoming>(limit: limit)
        state.withLock { state in
            if state.isFinished { mailbox.close() } else { state.mailboxes.append(mailbox) }
        }
        return mailbox
    }

    func unsubscribe(_ mailbox: Mailbox<Incoming>) {
        state.withLock { $0.mailboxes.removeAll { $0 === mailbox } }
        mailbox.close()
    }

    /// Gives a message to every consumer; called by one at a time, who thereby says in which order.
    ///
    /// - Returns: What is kept when there is room for it, for each consumer that has none. Until then nothing more should
    ///   be asked of whoever the message is from.
    @discardableResult func publish(_ message: Incoming) -> [Promise<Void>] {
        mailboxes.compactMap { $0.add(message) }
    }

    /// Throws away what consumers have not taken yet, and what is on its way to them.
    func discard() {
        for mailbox in mailboxes { mailbox.empty() }
    }

    /// Ends the messages of every consumer, after what it has not taken yet.
    func finish() {
        let mailboxes = state.withLock { state in
            defer { state.mailboxes = [] }
            state.isFinished = true
            return state.mailboxes
        }
        for mailbox in mailboxes { mailbox.close() }
    }
}
