import Sockets

/// A queue of events between a transport and the one task that waits for them. No event follows the last one.
struct EventQueue {
    /// An event, and the task that waits for it.
    ///
    /// Resume it outside of any lock: another thread that is cancelling the task may wait for the lock.
    struct Delivery {
        fileprivate let event: TransportEvent
        fileprivate let waiter: CheckedContinuation<TransportEvent, Never>

        func resume() { waiter.resume(returning: event) }
    }

    private var events: [TransportEvent] = []
    private var waiter: CheckedContinuation<TransportEvent, Never>?
    /// True once the last event has been taken.
    private var wasEmptied = false

    var isAwaited: Bool { waiter != nil }

    /// Appends an event. Returns a delivery to resume now if a task waits.
    mutating func put(_ event: TransportEvent) -> Delivery? {
        guard let waiter = waiter.take() else {
            events.append(event)
            return nil
        }
        wasEmptied = event.isLast
        return Delivery(event: event, waiter: waiter)
    }

    /// Asks for the next event on behalf of a task. Returns a delivery to resume now if there is an event.
    mutating func take(_ waiter: CheckedContinuation<TransportEvent, Never>) -> Delivery? {
        if let event = takeFirst() { return Delivery(event: event, waiter: waiter) }
        self.waiter = waiter
        return nil
    }

    /// Takes the next event; returns `nil` if the queue is empty.
    mutating func takeFirst() -> TransportEvent? {
        guard waiter == nil else { fatalError("Only one task at a time waits for the events of a transport.") }
        guard !wasEmptied else { fatalError("A transport has no event after its last one.") }
        guard !events.isEmpty else { return nil }
        let event = events.removeFirst()
        wasEmptied = event.isLast
        return event
    }
}

extension TransportEvent {
    var isLast: Bool {
        switch self {
        case .refused, .ended: true
        case .opened, .text, .binary, .pong: false
        }
    }
}
