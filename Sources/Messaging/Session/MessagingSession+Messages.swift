import STOMP
import Sockets

/// What screens do with the server beyond presence and chat, as a ``StompSession`` does it.
extension MessagingSession {
    /// What state the connection is in, and each that comes, for one more consumer.
    public var states: AsyncStream<SocketClient.Status> { stomp.states }

    /// What state the connection is in.
    public var status: SocketClient.Status { stomp.status }

    /// Sends a message at least once; see ``StompSession/send(_:to:contentType:headers:)``.
    @discardableResult public func send(
        _ body: [UInt8], to destination: String, contentType: String? = nil, headers: [Frame.Header] = []
    ) async throws(StompError) -> SendReceipt {
        try await stomp.send(body, to: destination, contentType: contentType, headers: headers)
    }

    /// Sends a message at most once; see ``StompSession/sendAtMostOnce(_:to:contentType:headers:)``.
    @discardableResult public func sendAtMostOnce(
        _ body: [UInt8], to destination: String, contentType: String? = nil, headers: [Frame.Header] = []
    ) async throws(StompError) -> SendReceipt {
        try await stomp.sendAtMostOnce(body, to: destination, contentType: contentType, headers: headers)
    }

    /// Listens to a destination; see ``StompSession/subscribe(to:id:acknowledgement:headers:)``.
    public func subscribe(
        to destination: String, id: String? = nil, acknowledgement: Acknowledgement = .automatic,
        headers: [Frame.Header] = []
    ) async throws(StompError) -> StompSubscription {
        try await stomp.subscribe(to: destination, id: id, acknowledgement: acknowledgement, headers: headers)
    }

    /// Tells the server that a message was consumed; see ``StompSession/acknowledge(_:)``.
    public func acknowledge(_ message: StompMessage) async throws(StompError) { try await stomp.acknowledge(message) }

    /// Tells the server that a message was not consumed; see ``StompSession/refuse(_:)``.
    public func refuse(_ message: StompMessage) async throws(StompError) { try await stomp.refuse(message) }
}
