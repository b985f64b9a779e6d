import AsyncPrimitives

extension SocketClient {
    /// A message that has come in, or a status that the client has come to.
    public enum Event: Hashable, Sendable {
        case status(Status)
        case message(Socket.Message)
    }

    /// A message with the number of its connection's attempt, or a status.
    enum Broadcast: Sendable {
        case status(Status)
        case message(ReceivedMessage)

        var isStatus: Bool { if case .status = self { true } else { false } }
        var message: ReceivedMessage? { if case .message(let message) = self { message } else { nil } }
        var event: Event {
            switch self {
            case .status(let status): .status(status)
            case .message(let received): .message(received.message)
            }
        }
    }

    /// The queue of a sequence, which is unsubscribed when neither the sequence nor an iterator is left.
    final class Subscription: Sendable {
        private let broadcaster: Broadcaster<Broadcast>
        let queue: BoundedQueue<Broadcast>

        init(to broadcaster: Broadcaster<Broadcast>, _ queue: BoundedQueue<Broadcast>) {
            self.broadcaster = broadcaster
            self.queue = queue
        }

        deinit { broadcaster.unsubscribe(queue) }
    }
}

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

/// A message, with the number of its connection's attempt.
package struct ReceivedMessage: Sendable {
    package let message: Socket.Message
    package let attempt: Int
}
