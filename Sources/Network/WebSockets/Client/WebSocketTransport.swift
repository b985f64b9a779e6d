import Dispatch
import Foundation
import Sockets
import Synchronization

/// A WebSocket connection that needs only the system's sockets and, for `wss`, libcurl.
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
/// 1. The code and the reason of `TransportEvent.ended` always come from the peer. A peer that violates the protocol
///    gets the code of RFC 6455, section 7.4.1, and the ending is `.abnormal` with the error.
/// 2. A connection that both sides have closed has ended without an error, even if the stream fails after that.
/// 3. A message that is not written when the transport ends is completed with an error.
/// 4. After a close frame or a violation of the peer, the own close frame is still written. Then the peer has two
///    seconds to close the stream first.
///
/// Releasing the last reference to a transport aborts it.
///
/// Source: RFC 6455.
public final class WebSocketTransport: Transport {
    private let connection: ClientConnection

    /// Creates a transport that is still to be opened.
    ///
    /// - Parameters:
    ///   - messageSizeLimit: The greatest number of bytes of a message of the peer, 16 MiB by default; a larger message
    ///     ends the connection with `TransportError.messageTooLarge`, before its bytes are kept. The limit does not
    ///     apply to a request with `ConnectionRequest.isByteStream`.
    ///   - certificateAuthorities: A file with the certificates of the only authorities to trust, in the PEM format;
    ///     `nil` to trust the system's authorities. The connections of a process share the file's contents for an hour
    ///     at most. On Apple's platforms a file makes connections over `wss` end with `TransportError.invalidRequest`,
    ///     because their libcurl would trust the system's authorities as well.
    /// - Precondition: `messageSizeLimit` is not negative.
    public convenience init(messageSizeLimit: Int = 16 << 20, certificateAuthorities: URL? = nil) {
        self.init(
            messageSizeLimit: messageSizeLimit, certificateAuthorities: certificateAuthorities,
            refusal: certificateAuthorities == nil ? nil : WebSocketTransport.unboundAuthorities)
    }

    /// Creates a transport that ends every connection over `wss` with the error `refusal`, unless that is `nil`.
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

    /// Creates a transport over streams that `makeStream` makes.
    init(
        messageSizeLimit: Int = 16 << 20, lingerTime: Duration = .seconds(2),
        makeStream: @escaping ClientConnection.MakeStream
    ) {
        // A serial queue without a target would have its own thread whenever it is busy: hundreds of threads for hundreds
        // of connections. These share the threads of tasks, so that a message changes threads less often.
        let queue = DispatchQueue(label: "WebSocketTransport", target: .global())
        connection = ClientConnection(
            queue: queue, messageSizeLimit: messageSizeLimit, lingerTime: lingerTime,
            makeStream: makeStream)
    }

    /// The error of a connection that must trust given authorities only; `nil` if this platform supports that.
    #if canImport(Darwin)
    // Apple's libcurl asks the system, too, when the given authorities do not suffice.
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

/// Counts the outcomes of a batch's messages, and reports their sum when all are known.
final class BatchProgress: Sendable {
    private let count: Int
    private let completion: @Sendable (BatchResult) -> Void
    private let progress = Mutex((result: BatchResult(sent: 0), ended: 0))

    /// Creates a count for at least one message; calls the completion when all outcomes are known.
    init(count: Int, completion: @escaping @Sendable (BatchResult) -> Void) {
        self.count = count
        self.completion = completion
    }

    /// Adds the outcome of the next message.
    func note(_ outcome: WriteQueue.Outcome) {
        let result = progress.withLock { progress -> BatchResult? in
            progress.ended += 1
            if outcome == .sent { progress.result.sent += 1 }
            if case .cut = outcome { progress.result.cut += 1 }
            progress.result.error = progress.result.error ?? outcome.error
            return progress.ended == count ? progress.result : nil
        }
        if let result { completion(result) }
    }
}
