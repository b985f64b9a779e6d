import Foundation
import Sockets

#if canImport(Darwin)
/// Makes the transport for the platform: here, the system's WebSocket. Elsewhere it is a ``WebSocketTransport``.
///
/// It considers the proxies, the user's certificates, and the state of the radio, and differs in these points:
/// 1. The system reads ahead, even when no task waits for an event.
/// 2. A refusal has no body, because the system does not report it.
/// 3. The system delivers whole messages only, even for a request with `isByteStream`. So a message that is too
///    large, or a text that is not UTF-8, ends the connection of any subprotocol.
///
/// - Parameters:
///   - messageSizeLimit: The greatest number of bytes of a message of the peer, 16 MiB by default; a larger one ends the
///     connection with `TransportError.messageTooLarge`.
///   - configuration: The system's configuration of connections.
/// - Returns: The transport, which is still to be opened.
/// - Precondition: `messageSizeLimit` is not negative.
public func makePlatformTransport(
    messageSizeLimit: Int = 16 << 20, configuration: URLSessionConfiguration = .ephemeral
) -> any Transport {
    URLSessionTransport(messageSizeLimit: messageSizeLimit, configuration: configuration)
}
#else
/// Makes the transport for the platform: here, a ``WebSocketTransport``. On Apple's it is the system's WebSocket.
///
/// - Parameter messageSizeLimit: The greatest number of bytes of a message of the peer, 16 MiB by default; a larger one
///   ends the connection with `TransportError.messageTooLarge`.
/// - Returns: The transport, which is still to be opened.
/// - Precondition: `messageSizeLimit` is not negative.
public func makePlatformTransport(messageSizeLimit: Int = 16 << 20) -> any Transport {
    WebSocketTransport(messageSizeLimit: messageSizeLimit)
}
#endif
