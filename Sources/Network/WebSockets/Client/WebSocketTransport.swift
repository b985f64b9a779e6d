import Dispatch
import Foundation
import Sockets
import Synchronization

/// A WebSocket connection that needs nothing of the system but sockets and, for `wss`, libcurl.
///
/// ```swift
/// import Foundation
/// import Sockets
/// import WebSockets
///
/// func greet(_ url: URL) async {
///     let transport = WebSocketTransport()
///     transport.open(ConnectionRequest(to: url), timeout: .seconds(10))
///     while true {
///         switch await transport.nextEvent() {
///         case .opened: transport.send(.text("hello")) { _ in }
///         case .text(let answer):
///             print(answer)
///             transport.close(code: .normal, reason: "")
///         case .binary, .pong: break
///         case .refused, .ended: return
///         }
///     }
/// }
/// ```
///
/// Rules for its end:
/// 1. The code and the reason of a `TransportEvent.Ending` are always the peer's own. A peer that violates the protocol has
///    given none: it gets the code of RFC 6455, section 7.4.1, and the ending is `.abnormal` with the error.
/// 2. A connection that both sides have closed has ended well; errors of the stream after that do not matter.
/// 3. Messages that are not written by then are completed with an error.
/// 4. After a close frame of the peer, or a violation, the own close frame is still written. For two seconds at most,
///    the peer may close first.
///
/// A transport aborts when its last reference is released.
///
/// Source: RFC 6455.
public final class WebSocketTransport: Transport {
    private let connection: ClientConnection

    /// Creates a transport that is still to be opened.
    ///
    /// - Parameters:
    ///   - messageSizeLimit: The greatest number of bytes of a message of the peer, 16 MiB by default; a larger one
    ///     ends the connection with `TransportError.messageTooLarge`, before its bytes are kept. It does not hold for a
    ///     request with `ConnectionRequest.isByteStream`.
    ///   - certificateAuthorities: A file with the certificates, in the PEM format, of the only authorities to trust; `nil`
    ///     for those that the system trusts. The connections of a process share what is read, for an hour at most. On
    ///     Apple's platforms, connections over `wss` then end with `TransportError.invalidRequest`: their libcurl would trust
    ///     the system's authorities as well.
    /// - Precondition: `messageSizeLimit` is not negative.
    public convenience init(messageSizeLimit: Int = 16 << 20, certificateAuthorities: URL? = nil) {
        self.init(
            messageSizeLimit: messageSizeLimit, certificateAuthorities: certificateAuthorities,
            refusal: certificateAuthorities == nil ? nil : WebSocketTransport.unboundAuthorities)
    }

    /// Creates a transport that encrypts nothing if there is a refusal.
    convenience init(
        messageSizeLimit: Int = 16 << 20, certificateAuthorities: URL?, refusal: TransportError?
    ) {
        self.init(messageSizeLimit: messageSizeLimit) { endpoint, queue throws(TransportError) in
            guard endpoint.isSecure else {
                return TCPStream(host: endpoint.host, port: endpoint.port, queue: queue)
            }
            if let refusal { throw refusal }
            return TLSStream(
                host: endpoint.host, port: endpoint.port,
                certificateAuthorities: certificateAuthorities?.path(percentEncoded: false), queue: queue)
        }
    }

    /// Creates a transport over streams that the caller makes.
    init(
        messageSizeLimit: Int = 16 << 20, lingerTime: Duration = .seconds(2),
        makeStream: @escaping ClientConnection.MakeStream
    ) {
        connection = ClientConnection(
            queue: StreamQueues.makeQueue(), messageSizeLimit: messageSizeLimit, lingerTime: lingerTime,
            makeStream: makeStream)
    }

    /// The reason why a user cannot name the only authorities to trust.
    #if canImport(Darwin)
    // libcurl as Apple ships it asks the system when the given authorities do not suffice.
    private static let unboundAuthorities: TransportError? = .invalidRequest(
        "this system's libcurl cannot trust the given authorities only; add them to the keychain, and give none")
    #else
    private static let unboundAuthorities: TransportError? = nil
    #endif

    deinit { connection.request(.abort) }

    public func open(_ request: ConnectionRequest, timeout: Duration) {
        connection.request(.open(request, timeout: timeout))
    }

    public func nextEvent() async -> TransportEvent {
        if let event = connection.input.withLock({ $0.takeEvent() }) { return event }
        return await withCheckedContinuation { connection.request(.nextEvent($0)) }
    }

    public func send(_ message: Socket.Message, completion: @escaping @Sendable (TransportError?) -> Void) {
        connection.request(.send(message) { completion($0.error) })
    }

    public func ping() { connection.request(.ping) }

    public func close(code: CloseCode, reason: String) {
        code.checkMayBeSent()
        connection.request(.close(code, reason: reason))
    }

    public func abort() { connection.request(.abort) }

    public var inboundActivity: Int { connection.inboundActivity }
}

extension WebSocketTransport: BatchTransport {
    package func send(_ messages: [Socket.Message], completion: @escaping @Sendable (BatchResult) -> Void) {
        guard !messages.isEmpty else { fatalError("A batch has at least one message.") }
        connection.request(.sendBatch(messages, BatchProgress(count: messages.count, completion: completion)))
    }
}
