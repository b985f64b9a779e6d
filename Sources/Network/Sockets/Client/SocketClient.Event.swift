import AsyncPrimitives

extension SocketClient {
    /// An incoming message, or a new status of the client.
    public enum Event: Hashable, Sendable {
        case status(Status)
        case message(Socket.Message)
    }

    /// The internal form of ``Event``: a message also has the number of its connection's attempt.
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

    /// The subscription of a sequence's queue. It ends when the sequence and all its iterators are released.
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

    /// Waits until the message has been passed to the operating system, for the connected peer.
    ///
    /// That does not prove that the peer has received the message. After a later round trip it has, because messages
    /// overtake neither each other nor a ``SocketClient/ping()``.
    ///
    /// Any number of tasks may wait; cancelling a task ends only its wait.
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
