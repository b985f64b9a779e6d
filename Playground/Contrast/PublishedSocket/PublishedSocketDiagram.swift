/// The socket of the article's diagram: ten states and 27 edges. A state without an edge for an event stays the same.
extension PublishedSocket.Place: PublishedSocketState {
    var place: Self { self }

    func next(after event: PublishedSocket.Event) -> Self {
        Self.edges.first { $0.source == self && $0.event == event }?.target ?? self
    }

    /// The edges of the diagram.
    static let edges: [(source: Self, event: PublishedSocket.Event, target: Self)] = [
        (.disconnected, .connect, .connecting),

        (.connecting, .connected, .startingSession),
        (.connecting, .connectionFailed, .reconnecting),
        (.connecting, .authFailed, .disconnected),

        (.startingSession, .startedSession, .connected),
        (.startingSession, .connectionFailed, .reconnecting),
        (.startingSession, .authFailed, .disconnecting),
        (.startingSession, .suspend, .suspended),

        (.connected, .disconnect, .disconnecting),
        (.connected, .connectionFailed, .reconnecting),
        (.connected, .authFailed, .disconnecting),
        (.connected, .suspend, .suspended),

        (.disconnecting, .disconnected, .disconnected),

        (.reconnecting, .connected, .startingSession),
        (.reconnecting, .connectionFailed, .waiting),
        (.reconnecting, .disconnect, .disconnecting),
        (.waiting, .reconnectTimerFired, .reconnecting),
        (.waiting, .disconnect, .disconnecting),

        (.suspended, .resume, .startingSession),
        (.suspended, .disconnect, .disconnecting),
        (.suspended, .authFailed, .disconnecting),
        (.suspended, .connectionFailed, .suspendedReconnecting),

        (.suspendedReconnecting, .connected, .suspended),
        (.suspendedReconnecting, .connectionFailed, .suspendedWaiting),
        (.suspendedReconnecting, .disconnect, .disconnecting),
        (.suspendedWaiting, .reconnectTimerFired, .suspendedReconnecting),
        (.suspendedWaiting, .disconnect, .disconnecting),
    ]
}
