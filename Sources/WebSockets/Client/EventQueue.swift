import Sockets

/// Events between a transport and the one task that waits for them: in order, and none after the last one.
struct EventQueue {
    /// An event for somebody who has waited for it.
    ///
    /// It is handed over outside of any lock: somebody else may just be cancelling that task, and wait for the lock.
    struct Delivery {
        fileprivate let event: TransportEvent
        fileprivate let waiter: CheckedContinuation<TransportEvent, Never>

        func resume() { waiter.resume(returning: event) }
    }

    private var events: [TransportEvent] = []
    private var waiter: CheckedContinuation<TransportEvent, Never>?
    private var wasEmptied = false

    /// Whether somebody waits for an event that is not there.
    var isAwaited: Bool { waiter != nil }

    /// Puts an event in.
    ///
    /// - Returns: What is to be made now, if somebody waits for the event.
    mutating func put(_ event: TransportEvent) -> Delivery? {
        guard let waiter = waiter.take() else {
            events.append(event)
            return nil
        }
        wasEmptied = event.isLast
        return Delivery(event: event, waiter: waiter)
    }

    /// Asks for the next event on behalf of somebody.
    ///
    /// - Returns: What is to be made now, if there is one.
    mutating func take(_ waiter: CheckedContinuation<TransportEvent, Never>) -> Delivery? {
        guard self.waiter == nil else { fatalError("Only one task at a time waits for the events of a transport.") }
        guard !wasEmptied else { fatalError("A transport has no event after its last one.") }
        guard !events.isEmpty else {
            self.waiter = waiter
            return nil
        }
        let event = events.removeFirst()
        wasEmptied = event.isLast
        return Delivery(event: event, waiter: waiter)
    }
}

extension TransportEvent {
    /// Whether nothing comes after it.
    var isLast: Bool {
        switch self {
        case .refused, .ended: true
        case .opened, .text, .binary, .pong: false
        }
    }
}
