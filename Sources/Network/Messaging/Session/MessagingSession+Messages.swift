import STOMP
import Sockets
import StatePattern

/// Methods for screens that need more than presence and chat: the connection's status, and any messages.
extension MessagingSession: ConnectionStatusProvider {
    public var status: SocketClient.Status { stomp.status }
    public var statusUpdates: AsyncStream<SocketClient.Status> { stomp.statusUpdates }

    /// Calls `body` after each request of the connection's socket; see ``/Sockets/SocketClient/observeRequests(for:_:)``.
    public func observeRequests<Object: AnyObject & Sendable>(
        for object: Object, _ body: @escaping @Sendable (_ object: Object, _ record: Socket.RequestRecord) -> Void
    ) async {
        await stomp.observeRequests(for: object, body)
    }

    /// Sends a message at least once; see ``/STOMP/StompSession/send(_:to:contentType:headers:)``.
    @discardableResult public func send(
        _ body: [UInt8], to destination: String, contentType: String? = nil, headers: [HeaderField] = []
    ) async throws(StompError) -> StompSession.PendingSend {
        try await stomp.send(body, to: destination, contentType: contentType, headers: headers)
    }

    /// Sends a message at most once; see ``/STOMP/StompSession/sendAtMostOnce(_:to:contentType:headers:)``.
    @discardableResult public func sendAtMostOnce(
        _ body: [UInt8], to destination: String, contentType: String? = nil, headers: [HeaderField] = []
    ) async throws(StompError) -> StompSession.PendingSend {
        try await stomp.sendAtMostOnce(body, to: destination, contentType: contentType, headers: headers)
    }

    /// Listens to a destination; see ``/STOMP/StompSession/subscribe(to:id:acknowledgement:headers:)``.
    public func subscribe(
        to destination: String, id: String? = nil, acknowledgement: Acknowledgement = .automatic,
        headers: [HeaderField] = []
    ) async throws(StompError) -> StompSubscription {
        try await stomp.subscribe(to: destination, id: id, acknowledgement: acknowledgement, headers: headers)
    }

    /// Tells the server that a message was consumed; see ``/STOMP/StompSession/acknowledge(_:headers:)``.
    public func acknowledge(_ message: StompMessage, headers: [HeaderField] = []) async throws(StompError) {
        try await stomp.acknowledge(message, headers: headers)
    }

    /// Tells the server that a message was not consumed; see ``/STOMP/StompSession/refuse(_:headers:)``.
    public func refuse(_ message: StompMessage, headers: [HeaderField] = []) async throws(StompError) {
        try await stomp.refuse(message, headers: headers)
    }
}
