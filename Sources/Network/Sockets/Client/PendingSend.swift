import AsyncPrimitives

/// A handle on a message that a client has accepted.
public struct PendingSend: Sendable {
    let promise = Promise<Void>()

    /// Waits until the message has been handed to the operating system, for the peer that the client is connected to.
    ///
    /// That is no proof that the peer has received it. After a round trip it has: messages overtake neither each other nor
    /// a ``SocketClient/ping()``.
    ///
    /// Any number of tasks may wait; cancelling one ends its wait, and nothing else.
    ///
    /// - Throws: ``SocketError`` if the message was not sent, or only in part; `CancellationError` if the task is cancelled,
    ///   which does not withdraw the message.
    public func sent() async throws { try await promise.value }
}
