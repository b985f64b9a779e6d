import AsyncPrimitives

extension SocketClient {
    /// A message that has come in, or a status that the client has come to.
    public enum Event: Hashable, Sendable {
        case status(Status)
        case message(Socket.Message)
    }

    /// A message with the number of the attempt whose connection it came in on, or a status.
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
