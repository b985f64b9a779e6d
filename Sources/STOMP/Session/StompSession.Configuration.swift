import Foundation
import Sockets

extension StompSession {
    /// The servers of a session, and its times and limits.
    public struct Configuration: Sendable {
        /// The servers, which take turns: one for each attempt to connect.
        ///
        /// <doc:Guarantees> lists what a cluster of servers keeps when one of them fails.
        ///
        /// - Precondition: There is at least one URL.
        public var urls: [URL] { didSet { Self.check(urls) } }
        /// The virtual host.
        public var host = "/"
        /// The place where the server expects the passcode.
        public var passcodePlace = PasscodePlace.passcode
        /// The heart-beats that this side promises and wants.
        ///
        /// A connection on which nothing comes in for twice the agreed time is abandoned.
        public var heartBeat = HeartBeat(send: .seconds(10), receive: .seconds(10))
        /// The number of messages that may be unacknowledged.
        public var sendLimit = 100
        /// The longest wait for the server's answer to `DISCONNECT`.
        public var disconnectTimeout = Duration.seconds(2)
        /// The number of closings in a row upon the same message or subscription after which it is refused.
        public var closingLimit = 3
        /// The limits of the server's frames.
        public var frameLimits = FrameLimits()
        /// The times and limits of the client that opens the connections.
        public var socket = SocketClient.Configuration()

        /// Creates a configuration with the defaults for all that is not a server.
        ///
        /// - Precondition: There is at least one URL.
        public init(urls: [URL]) {
            Self.check(urls)
            self.urls = urls
        }

        private static func check(_ urls: [URL]) {
            guard !urls.isEmpty else { fatalError("A session needs a server.") }
        }
    }
}
