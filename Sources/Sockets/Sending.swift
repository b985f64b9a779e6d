/// A message that a client has accepted: what becomes of it.
public struct Sending: Sendable {
    let promise = Promise<Void>()

    /// Waits until the message has been handed to the operating system, for the peer that the client is connected to.
    ///
    /// That is no proof that the peer has received it. After a round trip it has: messages overtake neither each other nor
    /// a ``SocketClient/ping()``.
    ///
    /// Cancelling the task withdraws a message that has not left the queue yet; until then it keeps its place there.
    ///
    /// - Throws: ``SocketError`` if the message was not sent, or only in part; `CancellationError` if it was withdrawn, or
    ///   is being sent while nobody waits for it any more.
    public func sent() async throws {
        try await withTaskCancellationHandler {
            try await promise.value
        } onCancel: {
            promise.keep(.failure(CancellationError()))
        }
    }
}
