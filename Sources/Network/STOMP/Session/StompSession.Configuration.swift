import AsyncPrimitives
import Foundation
import Sockets

extension StompSession {
    /// The servers, times and limits of a session.
    public struct Configuration: Sendable {
        /// The URLs of the servers. Attempts to connect use them in turn.
        ///
        /// <doc:Cluster> lists the guarantees that remain when one server of a cluster fails.
        ///
        /// - Precondition: There is at least one URL.
        public var urls: [URL] { didSet { Self.check(urls) } }
        /// The virtual host that `CONNECT` names.
        public var host = "/"
        /// The place where the server, or a gateway in front of it, expects the passcode.
        public var passcodePlace = PasscodePlace.passcode
        /// Further headers of `CONNECT`, such as the `client-id` of ActiveMQ for durable subscriptions.
        ///
        /// Headers that the session sets itself are ignored. If a header cannot be encoded, every attempt to connect
        /// fails with ``/Sockets/SocketError/unauthenticated(_:cause:)``.
        public var connectHeaders: [HeaderField] = []
        /// The heart-beats that this side offers to send and asks to receive.
        ///
        /// A connection is dropped when no byte has come in for twice the agreed time. A large message on a slow line
        /// may take longer, because every byte counts. The factor is fixed: if your server may be late, ask for a
        /// longer time to `receive`.
        public var heartBeat = HeartBeat(send: .seconds(10), receive: .seconds(10))
        /// The greatest number of unacknowledged messages to one destination, 100 by default.
        ///
        /// The limit for all destinations together is 500 times as high, hence 50,000 by default.
        ///
        /// Whatever the limit is, the session writes at most 400 messages ahead of the server. RabbitMQ blocks a
        /// connection that is further ahead (`credit_flow_default_credit`, 400 by default). If the connection has
        /// heart-beats, RabbitMQ 3.10.8 then resets it, as its monitor of heart-beats does not expect the end of the
        /// blocking.
        ///
        /// Source: RabbitMQ's documentation, "Flow Control"; for the reset, trials and probably rabbitmq-server #15605.
        public var sendLimit = 100
        /// The greatest total size of the unacknowledged messages in bytes, 32 MiB by default.
        ///
        /// The limit is for all destinations together. A single message may be larger. The same limit applies to
        /// acknowledgements and other answers that wait for a slow network. For this limit, each answer counts as 100
        /// bytes more.
        public var sendByteLimit = 32 << 20
        /// True if the server answers the header `receipt` of a frame, as STOMP 1.2 requires; true by default.
        ///
        /// Spring's simple broker, for example, does not. Without receipts, a message counts as acknowledged when it
        /// has come back on a subscription of this session. If the session has no subscription to the destination, the
        /// message counts as acknowledged when the system has taken it: see <doc:Guarantees>.
        ///
        /// Source: STOMP 1.2, "RECEIPT"; for Spring, the issue 609 of krossbow.
        public var serverSendsReceipts = true
        /// The time that the server has to acknowledge a message after the network has taken it, 60 s by default.
        ///
        /// After this time, or up to half of it later, the sender gets ``StompError/unacknowledged``. The server may
        /// have the message nevertheless. RabbitMQ, for example, does not answer if a full queue with
        /// `x-overflow: reject-publish` rejects a message.
        public var acknowledgementTimeout = Duration.seconds(60)
        /// The longest wait for the server's answer to `DISCONNECT`.
        public var disconnectTimeout = Duration.seconds(2)
        /// The number of times in a row that the server may close the connection upon the same frame, 3 by default.
        ///
        /// At this number, the message or subscription of the frame is treated as refused. A subscription also ends
        /// when its messages have made this number of connections unreadable.
        public var closingLimit = 3
        /// The size limits of frames. An outgoing message beyond them is not sent, and an incoming message is skipped.
        public var frameLimits = FrameLimits()
        /// The times and limits of the client that opens the connections.
        ///
        /// Its `messageLimit` and `messageByteLimit` also apply to each subscription. So a session with *n*
        /// subscriptions without a reader holds at most
        ///
        ///     (n + 1) × messageByteLimit + 5 × the greatest message
        ///
        /// bytes of incoming messages.
        public var socket = SocketClient.Configuration()

        /// Creates a configuration for these servers, with defaults for everything else.
        ///
        /// - Precondition: There is at least one URL.
        public init(urls: [URL]) {
            Self.check(urls)
            self.urls = urls
        }

        /// The limits of the messages that wait for the reader of a subscription.
        var subscriptionLimits: QueueLimits<StompSubscription.Event> {
            QueueLimits(count: socket.messageLimit, totalSize: socket.messageByteLimit) { $0.byteCount }
        }

        /// The greatest number of unacknowledged messages to all destinations together.
        var totalSendLimit: Int {
            let (limit, isTooLarge) = sendLimit.multipliedReportingOverflow(by: 500)
            return isTooLarge ? .max : limit
        }

        /// - Precondition: Times are greater than zero, and limits at least 1; `sendByteLimit` may be 0.
        func check() {
            guard sendLimit >= 1 else { fatalError("A session must be able to send at least one message.") }
            guard sendByteLimit >= 0 else { fatalError("The limit of bytes of a session cannot be negative.") }
            guard closingLimit >= 1 else { fatalError("A frame can be refused after one closing at the earliest.") }
            guard min(acknowledgementTimeout, disconnectTimeout) > .zero else {
                fatalError("The times of a session must be greater than zero.")
            }
        }

        private static func check(_ urls: [URL]) {
            guard !urls.isEmpty else { fatalError("A session needs a server.") }
        }
    }
}
