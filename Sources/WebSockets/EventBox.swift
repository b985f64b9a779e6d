import Sockets

/// Events between a transport and the one task that waits for them: in order, and none after the last one.
struct EventBox {
    private var events: [TransportEvent] = []
    private var waiter: CheckedContinuation<TransportEvent, Never>?
    private var wasEmptied = false

    /// Whether somebody waits for an event that is not there.
    var isAwaited: Bool { waiter != nil }

    /// Hands over an event, now or when somebody asks.
    mutating func put(_ event: TransportEvent) {
        guard let waiter else { return events.append(event) }
        self.waiter = nil
        wasEmptied = event.isLast
        waiter.resume(returning: event)
    }

    /// Resumes somebody with the next event, now or when there is one.
    mutating func take(_ continuation: CheckedContinuation<TransportEvent, Never>) {
        guard waiter == nil else { fatalError("Only one task at a time waits for the events of a transport.") }
        guard !wasEmptied else { fatalError("A transport has no event after its last one.") }
        guard !events.isEmpty else { return waiter = continuation }
        let event = events.removeFirst()
        wasEmptied = event.isLast
        continuation.resume(returning: event)
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
