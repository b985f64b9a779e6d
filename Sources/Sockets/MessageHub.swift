import Synchronization

/// A message, and which attempt's connection it came in on.
package struct Incoming: Sendable {
    package let message: Socket.Message
    package let attempt: Int
}

/// Gives each message to every consumer, and waits for the slowest of them.
final class MessageHub: Sendable {
    private struct State {
        /// Counts how often everything was thrown away.
        var age = 0
        var isFinished = false
        var mailboxes: [Int: Mailbox<Incoming>] = [:]
        var nextID = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Names the messages of today: those of an earlier age no longer reach anybody.
    var age: Int { state.withLock { $0.age } }

    /// Whether a consumer holds everybody up now, and how often one has.
    var holdUps: (isNow: Bool, count: Int) {
        state.withLock { Array($0.mailboxes.values) }.map(\.holdUps).reduce((false, 0)) { total, next in
            (total.isNow || next.isNow, total.count + next.count)
        }
    }

    /// Makes a mailbox that gets every message from now on.
    func subscribe() -> (id: Int, mailbox: Mailbox<Incoming>) {
        state.withLock { state in
            let mailbox = Mailbox<Incoming>(limit: limit, age: state.age)
            if state.isFinished { mailbox.close() } else { state.mailboxes[state.nextID] = mailbox }
            defer { state.nextID += 1 }
            return (state.nextID, mailbox)
        }
    }

    func unsubscribe(_ id: Int) { state.withLock { $0.mailboxes.removeValue(forKey: id) }?.close() }

    /// Gives a message to every consumer, and waits until each has room for it.
    func publish(_ message: Incoming, age: Int) async {
        for mailbox in state.withLock({ Array($0.mailboxes.values) }) { _ = await mailbox.put(message, age: age) }
    }

    /// Gives a message to every consumer at once, whether they have room or not.
    func force(_ message: Incoming) {
        let (mailboxes, age) = state.withLock { (Array($0.mailboxes.values), $0.age) }
        for mailbox in mailboxes { mailbox.force(message, age: age) }
    }

    /// Throws away what consumers have not taken yet, and what is on its way to them.
    func discard() {
        let (mailboxes, age) = state.withLock { state in
            state.age += 1
            return (Array(state.mailboxes.values), state.age)
        }
        for mailbox in mailboxes { mailbox.empty(age: age) }
    }

    /// Ends the messages of every consumer, after what it has not taken yet.
    func finish() {
        let mailboxes = state.withLock { state in
            defer { state.mailboxes = [:] }
            state.isFinished = true
            return Array(state.mailboxes.values)
        }
        for mailbox in mailboxes { mailbox.close() }
    }
}
