import AsyncPrimitives
import Foundation
import Sockets

extension StompSession {
    /// The servers, times and limits of a session.
    public struct Configuration: Sendable {
        /// The URLs of the servers; attempts to connect try them in turn.
        ///
        /// <doc:Cluster> lists the guarantees that remain when one server of a cluster fails.
        ///
        /// - Precondition: There is at least one URL.
        public var urls: [URL] { didSet { Self.check(urls) } }
        /// The virtual host.
        public var host = "/"
        /// The place where the server, or a gateway in front of it, expects the passcode.
        public var passcodePlace = PasscodePlace.passcode
        /// Further headers of `CONNECT`, such as the `client-id` that ActiveMQ and Artemis want for durable subscriptions.
        ///
        /// The session's own headers among them are ignored. If a header cannot be written, every attempt to connect
        /// fails with ``/Sockets/SocketError/unauthenticated(_:cause:)``.
        public var connectHeaders: [HeaderField] = []
        /// The heart-beats that this side offers to send and asks to receive.
        ///
        /// A connection is dropped when no byte has come in for twice the agreed time. So a large message may take
        /// longer on a slow line. The factor is fixed: for a server that may be late, ask for a longer time to
        /// `receive`.
        public var heartBeat = HeartBeat(send: .seconds(10), receive: .seconds(10))
        /// The greatest number of sent messages to one destination that the server has not acknowledged yet.
        ///
        /// The limit for all destinations together is 500 times as high, hence 50,000 by default.
        ///
        /// Whatever the limit is, at most 400 sent messages wait for the server at a time. RabbitMQ blocks a connection
        /// that is further ahead (`credit_flow_default_credit`, 400 by default). With heart-beats, RabbitMQ 3.10.8 then
        /// resets the connection, as the monitor of the heart-beats does not expect the end of the blocking.
        ///
        /// Source: RabbitMQ's documentation, "Flow Control"; for the reset, trials and probably rabbitmq-server #15605.
        public var sendLimit = 100
        /// The greatest number of bytes of the sent messages that the server has not acknowledged yet, 32 MiB by default.
        ///
        /// The limit is for all destinations together. A single message may be larger. The same limit applies to
        /// acknowledgements and other answers that wait for a slow network, and each of them counts 100 bytes more.
        public var sendByteLimit = 32 << 20
        /// True if the server answers the header `receipt` of a frame, as STOMP 1.2 requires; true by default.
        ///
        /// Spring's simple broker, for one, does not. Without receipts, a message counts as acknowledged when it has
        /// come back on a subscription of this session. If the session has no subscription to the destination, it
        /// counts when the system has taken it: see <doc:Guarantees>.
        ///
        /// Source: STOMP 1.2, "RECEIPT"; for Spring, the issue 609 of krossbow.
        public var serverSendsReceipts = true
        /// The time that the server has to acknowledge a message once the network has taken it, 60 s by default.
        ///
        /// After this time, and at most half of it more, the session opens another connection, with
        /// ``StompError/unacknowledged`` in the failure of its status, and sends the message again. After
        /// ``closingLimit`` connections the sender gets this error. RabbitMQ, for one, does not answer a message that a
        /// full queue with `x-overflow: reject-publish` rejects.
        public var acknowledgementTimeout = Duration.seconds(60)
        /// The longest wait for the server's answer to `DISCONNECT`.
        public var disconnectTimeout = Duration.seconds(2)
        /// The number of times in a row that the server may close the connection upon the same frame.
        ///
        /// At this number, the message or subscription of the frame is treated as refused. A subscription also ends
        /// when its messages have made this number of connections unreadable.
        public var closingLimit = 3
        /// The time that a connection must stay open before a frame goes out that is refused after one more closing.
        ///
        /// The time is 4 s by default. It distinguishes a server that refuses the frame from a server, or a proxy in
        /// front of it, that closes all connections for some seconds.
        public var closingInterval = Duration.seconds(4)
        /// The size limits of frames, in both directions: a message beyond them is not sent, and skipped when it comes in.
        public var frameLimits = FrameLimits()
        /// The times and limits of the client that opens the connections.
        ///
        /// Its `messageLimit` and `messageByteLimit` apply to each subscription as well. So a session with *n*
        /// subscriptions without a reader holds
        ///
        ///     (n + 1) × messageByteLimit + 5 × the greatest message
        ///
        /// bytes of messages that have come in, at most.
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

        /// The greatest number of sent messages to all destinations that the server has not acknowledged yet.
        var totalSendLimit: Int {
            let (limit, isTooLarge) = sendLimit.multipliedReportingOverflow(by: 500)
            return isTooLarge ? .max : limit
        }

        /// - Precondition: Times are greater than zero, and limits at least 1; `sendByteLimit` may be 0.
        func check() {
            guard sendLimit >= 1 else { fatalError("A session must be able to send at least one message.") }
            guard sendByteLimit >= 0 else { fatalError("The limit of bytes of a session cannot be negative.") }
            guard closingLimit >= 1 else { fatalError("A frame can be refused after one closing at the earliest.") }
            guard min(acknowledgementTimeout, closingInterval, disconnectTimeout) > .zero else {
                fatalError("The times of a session must be greater than zero.")
            }
        }

        private static func check(_ urls: [URL]) {
            guard !urls.isEmpty else { fatalError("A session needs a server.") }
        }
    }
}
