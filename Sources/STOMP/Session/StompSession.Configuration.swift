import AsyncPrimitives
import Foundation
import Sockets

extension StompSession {
    /// The servers, times and limits of a session.
    public struct Configuration: Sendable {
        /// The URLs of the servers; attempts to connect try them in turn.
        ///
        /// <doc:Guarantees> lists the guarantees that remain when one server of a cluster fails.
        ///
        /// - Precondition: There is at least one URL.
        public var urls: [URL] { didSet { Self.check(urls) } }
        /// The virtual host.
        public var host = "/"
        /// The place in the `CONNECT` frame where the server expects the passcode.
        public var passcodePlace = PasscodePlace.passcode
        /// The heart-beats that this side offers to send and asks to receive.
        ///
        /// A connection is dropped when not a byte has come in for twice the agreed time. A message that takes longer than
        /// that may arrive as slowly as the line is. The factor is fixed: for a server that may be late, ask for a longer time
        /// to `receive`.
        public var heartBeat = HeartBeat(send: .seconds(10), receive: .seconds(10))
        /// The greatest number of sent messages that the server has not acknowledged yet.
        public var sendLimit = 100
        /// The longest wait for the server's answer to `DISCONNECT`.
        public var disconnectTimeout = Duration.seconds(2)
        /// The number of times in a row that the server may close the connection upon the same frame.
        ///
        /// Then the message or subscription of that frame is treated as refused. A subscription also ends when its messages
        /// have made as many connections unreadable.
        public var closingLimit = 3
        /// The size limits of frames, in both directions: a message beyond them is not sent, and skipped when it comes in.
        public var frameLimits = FrameLimits()
        /// The times and limits of the client that opens the connections.
        ///
        /// Its `messageLimit` and `messageByteLimit` hold for each subscription as well. So a session with *n* subscriptions
        /// without a reader holds
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
        var subscriptionLimits: QueueLimits<StompMessage> {
            QueueLimits(count: socket.messageLimit, totalSize: socket.messageByteLimit) { $0.byteCount }
        }

        private static func check(_ urls: [URL]) {
            guard !urls.isEmpty else { fatalError("A session needs a server.") }
        }
    }
}
