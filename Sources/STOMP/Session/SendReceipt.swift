import AsyncPrimitives
import Sockets

/// A message that a session has accepted: what becomes of it.
public struct SendReceipt: Sendable {
    /// What the message is called, in its header ``StompSession/sendIDHeader``.
    public let id: String
    /// The only connection that the message may go out on; `nil` if it goes out on any.
    package let connection: Int?
    let promise = Promise<Void>()

    /// Waits until the server has acknowledged the message, however many connections that takes.
    ///
    /// - Throws: ``StompError/refused(_:)`` if the server does not take the message, ``StompError/ended`` if the session was
    ///   ended before, ``StompError/notConnected`` if the message was to be sent at most once, and the connection was lost
    ///   before; `CancellationError` if the task is cancelled, which does not withdraw the message.
    public func acknowledged() async throws { try await promise.value }
}
