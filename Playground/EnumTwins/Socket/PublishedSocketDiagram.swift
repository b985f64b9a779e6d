import Sockets

/// The socket as the article drew it: ten states and 27 edges; everything else stays where it is.
public struct PublishedSocketDiagram: PublishedSocketState {
    public let phase: Socket.Phase

    public static let disconnected = PublishedSocketDiagram(phase: .disconnected)

    public func transition(with event: Socket.Request) -> PublishedSocketDiagram {
        let edge = Self.edges.first { $0.source == phase && $0.event == event }
        return edge.map { PublishedSocketDiagram(phase: $0.target) } ?? self
    }

    /// An arrow of the diagram.
    public typealias Edge = (source: Socket.Phase, event: Socket.Request, target: Socket.Phase)

    public static let edges: [Edge] = [
        (.disconnected, .connect, .connecting),

        (.connecting, .connected, .startingSession),
        (.connecting, .connectionFailed, .reconnectingAttempting),
        (.connecting, .authFailed, .disconnected),

        (.startingSession, .startedSession, .connected),
        (.startingSession, .connectionFailed, .reconnectingAttempting),
        (.startingSession, .authFailed, .disconnecting),
        (.startingSession, .suspend, .suspendedIdle),

        (.connected, .disconnect, .disconnecting),
        (.connected, .connectionFailed, .reconnectingAttempting),
        (.connected, .authFailed, .disconnecting),
        (.connected, .suspend, .suspendedIdle),

        (.disconnecting, .disconnected, .disconnected),

        (.reconnectingAttempting, .connected, .startingSession),
        (.reconnectingAttempting, .connectionFailed, .reconnectingWaiting),
        (.reconnectingAttempting, .disconnect, .disconnecting),
        (.reconnectingWaiting, .reconnectTimerFired, .reconnectingAttempting),
        (.reconnectingWaiting, .disconnect, .disconnecting),

        (.suspendedIdle, .resume, .startingSession),
        (.suspendedIdle, .disconnect, .disconnecting),
        (.suspendedIdle, .authFailed, .disconnecting),
        (.suspendedIdle, .connectionFailed, .suspendedReconnectingAttempting),

        (.suspendedReconnectingAttempting, .connected, .suspendedIdle),
        (.suspendedReconnectingAttempting, .connectionFailed, .suspendedReconnectingWaiting),
        (.suspendedReconnectingAttempting, .disconnect, .disconnecting),
        (.suspendedReconnectingWaiting, .reconnectTimerFired, .suspendedReconnectingAttempting),
        (.suspendedReconnectingWaiting, .disconnect, .disconnecting),
    ]
}
